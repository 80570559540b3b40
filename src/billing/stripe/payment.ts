/** Known facts of one payment. Facts only grow, so that events may come twice and in any order. */
export interface Payment {
  paidMicro: number;
  refundedMicro: number;
  /** By dispute; zero once it is won. */
  disputes: Record<string, number>;
}

export type PaymentChange =
  | { kind: 'paid'; micro: number }
  /** All refunds of the payment together. */
  | { kind: 'refunded'; micro: number }
  | { kind: 'disputed'; disputeId: string; micro: number; isWon: boolean };

export function changed(payment: Payment, change: PaymentChange): Payment {
  switch (change.kind) {
    case 'paid':
      return { ...payment, paidMicro: Math.max(payment.paidMicro, change.micro) };
    case 'refunded':
      return { ...payment, refundedMicro: Math.max(payment.refundedMicro, change.micro) };
    case 'disputed': {
      const known = payment.disputes[change.disputeId];
      const micro = change.isWon ? 0 : (known ?? change.micro);
      return { ...payment, disputes: { ...payment.disputes, [change.disputeId]: micro } };
    }
  }
}

/** The credits of the payment: the paid amount without refunds. */
export function worthMicro({ paidMicro, refundedMicro, disputes }: Payment): number {
  const back = Object.values(disputes).reduce((sum, micro) => sum + micro, refundedMicro);
  return paidMicro - Math.min(paidMicro, back);
}
