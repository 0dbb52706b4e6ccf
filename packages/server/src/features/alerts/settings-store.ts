import { type AlertType, alertTypes } from '@waxseal/core/alert'
import { and, eq } from 'drizzle-orm'
import { alertSettings } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'

/** The stored settings of a workspace. */
export type Settings = Omit<typeof alertSettings.$inferSelect, 'workspaceId'>

/** Of a workspace that never saved: alerts of every type go to the address of the account. */
export const defaultSettings: Settings = {
  emailAlerts: true,
  email: null,
  alertTypes: [...alertTypes] satisfies AlertType[],
  webhookSecret: null,
  version: 0,
}

export async function settingsOf(db: Database | Tx, workspaceId: string): Promise<Settings> {
  const [row] = await db.select().from(alertSettings).where(eq(alertSettings.workspaceId, workspaceId))
  if (row === undefined) return defaultSettings
  const { workspaceId: _, ...settings } = row
  return settings
}

export async function storeSettings(tx: Tx, workspaceId: string, settings: Settings): Promise<void> {
  await tx
    .insert(alertSettings)
    .values({ workspaceId, ...settings })
    .onConflictDoUpdate({ target: alertSettings.workspaceId, set: settings })
}

/** Every stored secret, for the change of the encryption key. */
export async function storedSecrets(db: Database): Promise<{ workspaceId: string; webhookSecret: string | null }[]> {
  return db
    .select({ workspaceId: alertSettings.workspaceId, webhookSecret: alertSettings.webhookSecret })
    .from(alertSettings)
}

/** Replaces a stored secret by `sealed`, unless somebody has replaced it since it was read. */
export async function resealSecret(
  db: Database,
  workspaceId: string,
  { before, sealed }: { before: string; sealed: string },
): Promise<void> {
  await db
    .update(alertSettings)
    .set({ webhookSecret: sealed })
    .where(and(eq(alertSettings.workspaceId, workspaceId), eq(alertSettings.webhookSecret, before)))
}
