import type { ScanReply } from '../../lib/queries.ts'

/** The needed parts of a scan. */
type Scanned = { findings: readonly Pick<ScanReply['findings'][number], 'id' | 'title' | 'action'>[] }

/** The finding that led to a builder. */
export interface FromFinding<Field extends string> {
  title: string
  /** The field that it is about. */
  field: Field
  /** The record that resolves it; null: a person decides. */
  record: string | null
}

type Tools = { spf: 'all' | 'entries' | 'includes'; dmarc: 'policy' | 'rua' | 'sp' | 'pct' | 'test' }

/**
 * The finding of the last scan that a link names, if this builder resolves it. A record of another name is not this
 * builder's, so it is left out.
 *
 * @param id the finding in the address; null: none
 * @param name the name of the builder's record
 */
export function fromFinding<Tool extends keyof Tools>(
  tool: Tool,
  id: string | null,
  name: string,
  scan: Scanned | null,
): FromFinding<Tools[Tool]> | null {
  for (const finding of scan?.findings ?? []) {
    if (finding.id !== id) continue
    const { title, action } = finding
    const place = action.kind === 'publish' ? action.builder : action.kind === 'builder' ? action : null
    if (place?.tool !== tool) continue
    const field = place.field as Tools[Tool]
    if (action.kind === 'publish')
      return { title, field, record: action.record.name === name ? action.record.value : null }
    const other = scan?.findings.find(({ action: other }) => isRecordFor(other, tool, field, name))
    return other?.action.kind === 'publish'
      ? { title: other.title, field, record: other.action.record.value }
      : { title, field, record: null }
  }
  return null
}

/** Another finding about the same field has the record: "~all without DMARC enforcement" and "DMARC only monitors". */
function isRecordFor(
  action: Scanned['findings'][number]['action'],
  tool: string,
  field: string,
  name: string,
): boolean {
  return (
    action.kind === 'publish' &&
    action.record.name === name &&
    action.builder?.tool === tool &&
    action.builder.field === field
  )
}
