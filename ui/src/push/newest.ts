interface Versioned {
  id: string;
  version: number;
}

/**
 * The newest state of every record that the socket has told of. A push may overtake the reply that
 * was under way; laying the newest states over the reply keeps the older one from winning.
 */
export class NewestRows<Row extends Versioned> {
  readonly #rows = new Map<string, Partial<Row> & Versioned>();

  /** Remembers what was pushed; false when something as new is known already. */
  take(row: Partial<Row> & Versioned): boolean {
    const known = this.#rows.get(row.id);
    if (known && known.version >= row.version) return false;
    this.#rows.set(row.id, row);
    return true;
  }

  /** What was pushed last of a record. */
  get(id: string): (Partial<Row> & Versioned) | undefined {
    return this.#rows.get(id);
  }

  /** The row as it is known now: the reply's fields, with what was pushed since on top. */
  over(row: Row): Row {
    const newest = this.#rows.get(row.id);
    return newest && newest.version > row.version ? { ...row, ...newest } : row;
  }
}
