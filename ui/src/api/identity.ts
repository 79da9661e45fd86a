import { moment, type Wire } from "./wire";

export interface User {
  /** The user ID, eight digits; one can log in with it. */
  id: string;
  name: string;
  email: string;
  /** What others give when they sign up. */
  inviteCode: string;
  payPasswordSet: boolean;
  registeredAt: number;
}

/** What a login or a registration brings. */
export interface LoggedIn {
  token: string;
  user: User;
}

/** Somewhere that the customer is logged in. */
export interface UserSession {
  id: string;
  /** What the client called itself when it logged in. */
  device: string;
  /** The network address that it logged in from. */
  address: string;
  /** The session of this device. */
  current: boolean;
  lastSeenAt: number;
  /** When one has to log in again at the latest, however much it is used. */
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

/** What this device has stored of a customer. Devices that logged in to an earlier release have what the wire said. */
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
