import { moment, type Wire } from "./wire";

export interface User {
  /** The user ID, eight digits; it can be used to log in. */
  id: string;
  name: string;
  email: string;
  /** The code that others enter to sign up. */
  inviteCode: string;
  payPasswordSet: boolean;
  registeredAt: number;
}

/** The result of a login or a registration. */
export interface LoggedIn {
  token: string;
  user: User;
}

/** One of the customer's sessions. */
export interface UserSession {
  id: string;
  /** The client's own name for itself at the login. */
  device: string;
  /** The network address of the login. */
  address: string;
  /** True for the session of this device. */
  current: boolean;
  lastSeenAt: number;
  /** The time when the session ends at the latest, however much it is used. */
  endsAt: number;
}

export const decodeUser = (wire: Wire["User"]): User => ({
  id: wire.userLoginId,
  name: wire.name,
  email: wire.email,
  inviteCode: wire.inviteCode,
  payPasswordSet: wire.payPasswordSet,
  registeredAt: moment(wire.createTimeTimestamp),
});

/** The customer stored on this device. A device that logged in under an earlier release has the wire's format. */
export const readStoredUser = (stored: string): User => {
  const user = JSON.parse(stored) as User | Wire["User"];
  return "userLoginId" in user ? decodeUser(user) : user;
};

export const decodeLoggedIn = ({ token, user }: Wire["LoggedIn"]): LoggedIn => ({
  token,
  user: decodeUser(user),
});

export const decodeUserSession = (wire: Wire["SessionItem"]): UserSession => ({
  id: wire.id,
  device: wire.device,
  address: wire.address,
  current: wire.current,
  lastSeenAt: moment(wire.lastSeenTimestamp),
  endsAt: moment(wire.endTimestamp),
});
