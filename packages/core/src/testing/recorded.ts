/**
 * Recordings of real DNS, on machines that have them: they are not part of the project, and tests report when they are
 * missing.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the recordings (`WAXSEAL_RECORDED_DNS`, else one beside the project); null when there is none. */
export function recordedFolder(): string | null {
  const folder =
    process.env['WAXSEAL_RECORDED_DNS'] ??
    join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'data', 'dns')
  return existsSync(join(folder, 'zones-uk-justice-2026.jsonl')) ? folder : null
}

/** The rows of one recording (JSON, one per line); empty without recordings. */
export function recordedRows<Row>(file: string, folder = recordedFolder()): Row[] {
  if (folder === null) return []
  return readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): Row => JSON.parse(line))
}
