/** The ids of orders whose outcome the action that sent them says, or a sheet shows. */
const told = new Set<string>();

/** Leaves the outcome of an order to whoever calls this, until the returned function is called. */
export function leaveTelling(id: string): () => void {
  told.add(id);
  return () => void told.delete(id);
}

/** True while the outcome of an order is said elsewhere: its fill needs no toast of its own. */
export const isTold = (id: string) => told.has(id);
