import type { Wire } from "./wire";

/** Facts about a company; null if unknown. */
export interface Company {
  exchange: string;
  industry: string;
  headquarters: string | null;
  employees: number | null;
  founded: number | null;
  website: string | null;
}

export const decodeCompany = (wire: Wire["Summary"]): Company => ({
  exchange: wire.exchange,
  industry: wire.classify,
  headquarters: wire.headquarters ?? null,
  employees: wire.employees ?? null,
  founded: wire.founded ?? null,
  website: wire.website ?? null,
});
