import { and, eq } from 'drizzle-orm'
import { alertAddress } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'

export type AddressRow = typeof alertAddress.$inferSelect

export async function addressOf(
  db: Database | Tx,
  workspaceId: string,
  email: string,
): Promise<AddressRow | undefined> {
  const [row] = await db.select().from(alertAddress).where(is(workspaceId, email))
  return row
}

/** The row of an address, made when there is none. */
export async function keptAddress(db: Database | Tx, workspaceId: string, email: string): Promise<AddressRow> {
  await db.insert(alertAddress).values({ workspaceId, email }).onConflictDoNothing()
  const row = await addressOf(db, workspaceId, email)
  if (row === undefined) throw new Error('an address was inserted and not found')
  return row
}

/** Sets what is known of an address, and makes its row when there is none. */
export async function updateAddress(
  tx: Tx,
  { workspaceId, email }: Pick<AddressRow, 'workspaceId' | 'email'>,
  values: Partial<Omit<AddressRow, 'workspaceId' | 'email' | 'unsubscribeToken'>>,
): Promise<void> {
  await tx
    .insert(alertAddress)
    .values({ workspaceId, email, ...values })
    .onConflictDoUpdate({ target: [alertAddress.workspaceId, alertAddress.email], set: values })
}

/** The address whose newest confirmation link has a token with this hash. */
export async function addressOfToken(tx: Tx, tokenHash: string): Promise<AddressRow | undefined> {
  const [row] = await tx.select().from(alertAddress).where(eq(alertAddress.tokenHash, tokenHash)).for('update')
  return row
}

/** The address with this token in the link of its mails. */
export async function addressToUnsubscribe(tx: Tx, token: string): Promise<AddressRow | undefined> {
  const [row] = await tx.select().from(alertAddress).where(eq(alertAddress.unsubscribeToken, token)).for('update')
  return row
}

const is = (workspaceId: string, email: string) =>
  and(eq(alertAddress.workspaceId, workspaceId), eq(alertAddress.email, email))
