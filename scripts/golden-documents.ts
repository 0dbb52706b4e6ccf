/**
 * Makes golden documents of the stored shape this program writes: `scripts/run node scripts/golden-documents.ts`. Run it
 * before a change of that shape, then name what it made in `golden.test.ts`. What exists is never rewritten.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ScanResult } from '@waxseal/core/health'
import { openWorld } from '../packages/scanner/src/testing/world-scan.ts'
import { packDocument } from '../packages/server/src/features/scans/document.ts'

const folder = join(import.meta.dirname, '../packages/server/src/features/scans/golden')
const startedAt = Date.parse('2026-11-20T10:00:00Z')
let at = startedAt
const world = await openWorld(() => new Date(at))

async function write(name: string, result: ScanResult): Promise<void> {
  const { version, body } = await packDocument(result)
  await writeFile(join(folder, `v${version}-${name}.json.gz`), body, { flag: 'wx' })
}

for (const name of ['perfect', 'listed', 'mixed']) await write(name, await world.scan(`${name}.example`))
const previous = await world.scan('keys.example')
await write('keys', previous)
at = startedAt + 86_400_000
await write('keys-unanswered', await world.scan('keys.example', { previous, silent: 'keys.example' }))
await world.stop()
