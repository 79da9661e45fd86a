/** An amount as exact decimal text, in its currency. */
export interface Money {
  amount: string;
  currency: string;
}
