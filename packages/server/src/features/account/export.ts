import type { Tier } from '@waxseal/core/plan'
import { sql } from 'drizzle-orm'
import { exportRows } from '../../db/export-rows.ts'
import type { Database } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import type { Session } from '../../ports.ts'
import { recordEvent } from '../audit/record.ts'
import { requireLiveSession } from '../workspaces/live-session.ts'
import type { SignedIn } from '../workspaces/sign-in.ts'
import { type ExportedTable, ofDomains, ofWorkspaces, withText } from './export-tables.data.ts'

/** Rows of a table that are in memory at once; few of those that may have a megabyte each. */
const rowsAtOnce = 200
const largeAtOnce = 4
const largeTables: readonly string[] = ['header_analysis']

/**
 * All data of a person as pieces of one JSON document: the account, and the workspaces they own with everything in them; of
 * other workspaces only their name, the role and the person's own chat. The first piece comes after the session was checked.
 * Rows that change meanwhile are exported as they are when their page is read.
 *
 * @throws Refusal `unauthorized` when the session has ended
 */
export async function exportAccount(
  deps: Pick<Deps, 'store' | 'auth' | 'now'>,
  { signedIn, session }: { signedIn: SignedIn; session: Session },
): Promise<AsyncGenerator<string>> {
  await requireLiveSession(deps, session)
  const by = { kind: 'person', id: signedIn.person.id } as const
  await deps.store.transaction(async tx => {
    for (const { workspace, role } of signedIn.memberships) {
      if (role === 'owner') await recordEvent(deps, tx, { workspace, by }, { action: 'account.exported' })
    }
  })
  return documentOf(deps, signedIn, session)
}

async function* documentOf(
  { store: { db }, auth, now }: Pick<Deps, 'store' | 'auth' | 'now'>,
  { person, memberships }: SignedIn,
  { subject }: Session,
): AsyncGenerator<string> {
  const { id, email, name, createdAt } = person
  const account = { id, email, name, created_at: createdAt, sessions: await auth.sessionsOf(subject) }
  const head = { format: 'waxseal-account', version: 1, exported_at: now(), account }
  yield `${JSON.stringify(head).slice(0, -1)},\n"audit_log":`
  const own = sql`t.person_id = ${id}`
  yield* list(mapped(exportRows(db, { table: 'audit_event', where: own, without: [], atOnce: rowsAtOnce }), withText))
  yield ',\n"workspaces":['
  let comma = ''
  for (const { workspace, role } of memberships) {
    yield `${comma}\n{"id":${JSON.stringify(workspace.id)},"name":${JSON.stringify(workspace.name)},"role":"${role}"`
    if (role === 'owner') yield* workspaceOf(db, workspace)
    yield ',\n"chat_messages":'
    yield* list(
      exportRows(db, {
        table: 'chat_message',
        where: sql`t.workspace_id = ${workspace.id} and t.author_id = ${id}`,
        without: [],
        atOnce: rowsAtOnce,
      }),
    )
    yield '}'
    comma = ','
  }
  yield '\n]}\n'
}

async function* workspaceOf(db: Database, { id, tier }: { id: string; tier: Tier }): AsyncGenerator<string> {
  yield ',\n"workspace":'
  yield* single(exportRows(db, { table: 'workspace', where: sql`t.id = ${id}`, without: [], atOnce: 1 }))
  for (const table of ofWorkspaces) yield* named(db, table, { id, tier })
  yield ',\n"domains":['
  let comma = ''
  const domains = exportRows(db, {
    table: 'domain',
    where: sql`t.workspace_id = ${id}`,
    without: [],
    atOnce: rowsAtOnce,
  })
  for await (const row of domains) {
    yield `${comma}\n{"domain":${row}`
    const domainId = String((JSON.parse(row) as { id: unknown }).id)
    for (const table of ofDomains) yield* named(db, table, { id: domainId, tier })
    yield '}'
    comma = ','
  }
  yield ']'
}

/** A list of rows of one owner, with its name. */
async function* named(
  db: Database,
  { name, table, by, without = [], asRead }: ExportedTable,
  owner: { id: string; tier: Tier },
) {
  yield `,\n"${name}":`
  const atOnce = largeTables.includes(table) ? largeAtOnce : rowsAtOnce
  const rows = exportRows(db, { table, where: sql`${sql.raw(`t.${by}`)} = ${owner.id}`, without, atOnce })
  yield* list(asRead === undefined ? rows : mapped(rows, row => asRead(row, owner.tier)))
}

async function* mapped(rows: AsyncIterable<string>, change: (row: string) => string): AsyncGenerator<string> {
  for await (const row of rows) yield change(row)
}

async function* list(rows: AsyncIterable<string>): AsyncGenerator<string> {
  let comma = '['
  for await (const row of rows) {
    yield `${comma}${row}`
    comma = ','
  }
  yield comma === '[' ? '[]' : ']'
}

async function* single(rows: AsyncIterable<string>): AsyncGenerator<string> {
  let found = 'null'
  for await (const row of rows) found = row
  yield found
}
