import { rows } from "./row.ts";

/** Login and registration, and the settings of this device and of a customer. */
export const identityScreens = rows({
  login: {
    path: "/pages/auth/login",
    query: "wayIn",
    who: "anyone",
    tab: "profile",
    title: "common:action.logIn",
  },
  register: {
    path: "/pages/auth/register",
    query: "register",
    who: "anyone",
    tab: "profile",
    title: "identity:register.title",
  },
  resetPassword: {
    path: "/pages/auth/resetpwd",
    query: "wayIn",
    who: "anyone",
    tab: "profile",
    title: "identity:reset.title",
  },
  share: {
    path: "/pages/profile/share",
    who: "customer",
    tab: "profile",
    title: "identity:share.title",
  },
  settings: {
    path: "/pages/setting/index",
    who: "anyone",
    tab: "profile",
    title: "settings:title",
  },
  security: {
    path: "/pages/setting/security",
    who: "customer",
    tab: "profile",
    title: "identity:security.title",
  },
  loginPassword: {
    path: "/pages/setting/loginpwd",
    who: "customer",
    tab: "profile",
    title: "identity:loginPassword.title",
  },
  payPassword: {
    path: "/pages/setting/paypwd",
    who: "customer",
    tab: "profile",
    title: "identity:payPassword.title",
  },
});
