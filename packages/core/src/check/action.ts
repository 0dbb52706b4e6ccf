import type { CheckId } from './check-id.ts'
import type { DnsRecordToPublish } from './finding-row.ts'

/** A field of a record builder. */
export type BuilderField =
  | { tool: 'spf'; field: 'all' | 'entries' | 'includes' }
  | { tool: 'dmarc'; field: 'policy' | 'rua' | 'sp' | 'pct' | 'test' }

/**
 * Who must act where the owner of the domain cannot.
 *
 * - `registrar`: keeps the delegation and the DS record of a domain
 * - `dns-provider`: runs the name servers of a zone
 * - `mail-provider`: runs mail servers for its customers
 * - `mail-administrator`: runs a mail server of the domain's own
 * - `host-provider`: the provider of an IP address, who keeps its PTR record
 * - `zone-administrator`: of another domain
 * - `threat-source`: reported the domain
 */
export type Party =
  | 'registrar'
  | 'dns-provider'
  | 'mail-provider'
  | 'mail-administrator'
  | 'host-provider'
  | 'zone-administrator'
  | 'threat-source'

/** What resolves a finding, as data: the button beside it on the screen, and its line on the command line. */
export type Action = ActionByKind & {
  /** The other records that the advice spells out (`FindingRow.advised`); absent: none. */
  advised?: readonly DnsRecordToPublish[]
}

type ActionByKind =
  /**
   * `replaces`: the record that goes, of the same name and type: the tag that its data begins with, the host of an MX,
   * or `any` for whatever is there. null: none goes. `builder`: which builder makes this record.
   */
  | { kind: 'publish'; record: DnsRecordToPublish; replaces: string | null; builder: BuilderField | null }
  /** No record is certain, so a person decides in a builder. */
  | ({ kind: 'builder' } & BuilderField)
  /**
   * To change records of this name and type by hand. `adds`: there is none yet. `remove`: the data of one to delete;
   * null: see the advice.
   */
  | { kind: 'edit'; name: string; type: string; adds: boolean; remove: string | null }
  /** To add the selectors that the domain signs with. */
  | { kind: 'selector' }
  /** To request removal from a blocklist. `subject`: the listed address or name. `self`: it offers a page for that. */
  | { kind: 'delist'; list: string; subject: string; url: string; self: boolean }
  /** Another check has the cause. */
  | { kind: 'see'; check: CheckId }
  /** To scan again after `at` (ISO 8601, UTC). */
  | { kind: 'retry'; at: string }
  /**
   * To serve an MTA-STS policy (RFC 8461 section 3.3). `text`: the whole file; null: the advice says what it has. `record`:
   * announces the file. `exists`: there is a file and a record now, which these replace.
   */
  | { kind: 'serve'; url: string; text: string | null; record: DnsRecordToPublish | null; exists: boolean }
  /** `name`: the company, zone, host or address; null: unknown. `record`: what they must publish. */
  | { kind: 'ask'; party: Party; name: string | null; record: DnsRecordToPublish | null }

/** What an action needs beside the facts of its finding. */
export interface ActionContext {
  /** The scanned domain, as A-labels. */
  domain: string
  /** The record that the advice of this finding spells out; null: none. */
  record: DnsRecordToPublish | null
}

/** The action of each finding of a check's table. */
export type FindingActions<Facts> = {
  readonly [Id in keyof Facts]: (facts: Facts[Id], context: ActionContext) => Action
}

/** To publish the record of the advice; without one, `otherwise`. */
export function publishOr(
  { record }: ActionContext,
  otherwise: Action,
  { builder = null, replaces = 'any' }: { builder?: BuilderField | null; replaces?: string | null } = {},
): Action {
  return record === null ? otherwise : { kind: 'publish', record, replaces, builder }
}

/** Every record that an action and its advice spell out; its own comes first. */
export function recordsOfAction(action: Action): readonly DnsRecordToPublish[] {
  const own = 'record' in action ? action.record : null
  return [...(own === null ? [] : [own]), ...(action.advised ?? [])]
}

/** To ask someone else. */
export function ask(party: Party, name: string | null, record: DnsRecordToPublish | null = null): Action {
  return { kind: 'ask', party, name, record }
}

/** To change records by hand. */
export function edit(name: string, type: string, remove: string | null = null): Action {
  return { kind: 'edit', name, type, adds: false, remove }
}

/** To add a record by hand where there is none of its type. */
export function add(name: string, type: string): Action {
  return { kind: 'edit', name, type, adds: true, remove: null }
}
