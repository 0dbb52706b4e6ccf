import { expect, it } from 'vitest'
import { analysesOf, analysisOf } from '../features/headers/store.ts'
import { upgradedStore } from '../testing/older-store.ts'
import { onTheStore } from '../testing/store.ts'
import { headerAnalysis } from './schema/index.ts'

const at = '2026-11-20T09:00:00.123Z'
const now = new Date(at)
const workspaceId = '00000000-0000-4000-8000-000000000001'
const id = '00000000-0000-4000-8000-000000000002'
const document = { alignment: { from_domain: 'Example.COM' }, results: ['é', '\u{1F4E7}'] }
const rows = `
  insert into workspace (id, name, created_at) values ('${workspaceId}', 'of Alex', '${at}');
  insert into header_analysis (id, workspace_id, created_at, expires_at, raw, subject, threat_score, document)
    values ('${id}', '${workspaceId}', '${at}', '2027-02-18T09:00:00Z', E'Subject: "x" \\u00e9\\n\\tfold', 'x', 30,
      '${JSON.stringify(document)}');`

onTheStore('a database from before header analyses were compressed', kind => {
  it('reads each analysis as it was', async () => {
    const store = await upgradedStore(kind, { migrations: 47, rows })
    try {
      expect(await analysisOf(store.db, workspaceId, id, now)).toMatchObject({
        raw: 'Subject: "x" é\n\tfold',
        cutFrom: null,
        document,
        threatScore: 30,
      })
      expect(await analysesOf(store.db, workspaceId, { now, limit: 5 })).toMatchObject([{ id, subject: 'x' }])
      const [row] = await store.db.select({ fromDomain: headerAnalysis.fromDomain }).from(headerAnalysis)
      expect(row).toEqual({ fromDomain: 'example.com' })
    } finally {
      await store.close()
    }
  })
})
