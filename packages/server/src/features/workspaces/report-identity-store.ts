import { eq } from 'drizzle-orm'
import { reportIdentity } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import type { Logo } from './logo-format.ts'

type IdentityRow = typeof reportIdentity.$inferSelect

/** What the reports of a workspace say about it, whatever its plan. */
export interface StoredIdentity {
  /** Empty: none. */
  name: string
  logo: Logo | null
}

/** Who changed it, and when. */
type Change = Pick<IdentityRow, 'changedAt' | 'author'>

const withoutLogo = { logo: null, logoType: null, logoWidth: null, logoHeight: null }

/** The name and the logo of a workspace; undefined where it has set none. */
export async function identityOf(db: Database, workspaceId: string): Promise<StoredIdentity | undefined> {
  const [row] = await db.select().from(reportIdentity).where(eq(reportIdentity.workspaceId, workspaceId))
  return row && { name: row.name, logo: logoOf(row) }
}

/** Stores a name, and a logo; null: the stored one stays. */
export async function storeIdentity(
  tx: Tx,
  workspaceId: string,
  { name, logo }: StoredIdentity,
  change: Change,
): Promise<void> {
  const values = {
    name,
    ...change,
    ...(logo && { logo: logo.content, logoType: logo.type, logoWidth: logo.width, logoHeight: logo.height }),
  }
  await tx
    .insert(reportIdentity)
    .values({ workspaceId, ...values })
    .onConflictDoUpdate({ target: reportIdentity.workspaceId, set: values })
}

/** Removes the logo of a workspace. */
export async function removeLogo(tx: Tx, workspaceId: string, change: Change): Promise<void> {
  await tx
    .update(reportIdentity)
    .set({ ...withoutLogo, ...change })
    .where(eq(reportIdentity.workspaceId, workspaceId))
}

function logoOf({ logo: content, logoType: type, logoWidth: width, logoHeight: height }: IdentityRow): Logo | null {
  if (content === null || type === null || width === null || height === null) return null
  return { content, type, width, height }
}
