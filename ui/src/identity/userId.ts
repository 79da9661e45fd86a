/** A user ID in groups to read aloud: 80214663 is 80 214 663. */
export const groupUserId = (id: string) => id.replace(/\B(?=(\d{3})+$)/g, "\u00a0");
