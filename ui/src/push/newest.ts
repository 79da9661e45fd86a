interface Versioned {
  id: string;
  version: number;
}

/**
 * The newest pushed state of every record. A push may overtake a reply under way; merging the newest states over the
 * reply keeps older data from winning.
 */
export class NewestRows<Row extends Versioned> {
  readonly #rows = new Map<string, Partial<Row> & Versioned>();

  /** Stores a pushed row; returns false if a row as new is stored already. */
  take(row: Partial<Row> & Versioned): boolean {
    const known = this.#rows.get(row.id);
    if (known && known.version >= row.version) return false;
    this.#rows.set(row.id, row);
    return true;
  }

  /** The last pushed row of a record. */
  get(id: string): (Partial<Row> & Versioned) | undefined {
    return this.#rows.get(id);
  }

  /** Deletes all rows, when their customer has left. */
  forget(): void {
    this.#rows.clear();
  }

  /** The newest known row: the reply's fields, overwritten by later pushes. */
  over(row: Row): Row {
    const newest = this.#rows.get(row.id);
    return newest && newest.version > row.version ? { ...row, ...newest } : row;
  }
}
