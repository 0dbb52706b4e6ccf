import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type BodyOf, type FlatteningItem, type flatten as flattenEndpoint, wording } from '@waxseal/contract'
import { isSubdomain } from '@waxseal/core/dns'
import { mayUse, plans, type Tier } from '@waxseal/core/plan'
import { difference, hostedAddresses, hostedLabel, noAddress, slugOf, toCidrs } from '@waxseal/core/spf'
import { normalizeDomain } from '@waxseal/scanner'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { makeZone, setHostedRecords } from '../../hosted-zone/records.ts'
import { recordEvent } from '../audit/record.ts'
import { domainNamed } from '../domains/hosted-store.ts'
import { refuseReadOnly } from '../domains/read-only.ts'
import { requireEditableDomain } from '../domains/require-domain.ts'
import type { DomainRow } from '../domains/store.ts'
import { type Actor, authorId } from '../workspaces/actor.ts'
import { lockWorkspace } from '../workspaces/store.ts'
import { leadsBack } from './leads-back.ts'
import { presentOne } from './list.ts'
import { failuresTold, growthNotice, inform, withheldNotice } from './notices.ts'
import { isPaused } from './plan-room.ts'
import { previewName } from './present.ts'
import {
  configurationCount,
  configurationOfDomain,
  type FlatteningRow,
  insertConfiguration,
  insertVersion,
  isLabelTaken,
  updateConfiguration,
} from './store.ts'
import { type Wanted, wantedOf } from './wanted.ts'

type Given = BodyOf<typeof flattenEndpoint>

/** A person waits for a flattening. */
const limitMs = 25_000
/** The first check of a new record looks whether it is live. */
const firstCheckMs = 5_000
const endingLength = 6
const endingLetters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Flattens the SPF record of a domain and hosts the result; for a domain that has a hosted record, in place of that one.
 *
 * @throws Refusal `feature_locked` without the plan, beyond its number, or for a paused record; `not_found` for a domain
 * that is not the workspace's; `domain_read_only`; `validation` for a record that cannot be flattened; `conflict` for a label
 * that is taken; `upstream` when a lookup failed
 */
export async function flatten(deps: Deps, actor: Actor, given: Given, signal: AbortSignal): Promise<FlatteningItem> {
  const { db } = deps.store
  requirePlan(actor.workspace.tier)
  const record = readRecord(given.original_spf_record)
  const domain = await requireDomainNamed(deps, actor, given.original_domain)
  // A person waits for the lookups: refused before them, and once more where the row is written.
  await refuseReadOnly(db, actor.workspace, domain.id)
  const existing = await configurationOfDomain(db, domain.id)
  if (existing !== undefined && (await isPaused(deps, db, existing))) throw locked(wording.flatteningPaused)
  const label = existing?.label ?? (await labelFor(deps, given.customer_slug, domain.name))
  const zone = deps.env.hostedZone?.name ?? null
  // An operator who took the setting away still serves what is hosted.
  const hostedName = zone === null ? (existing?.hostedName ?? null) : `${label}.${zone}`
  const dns = deps.freshDns(AbortSignal.any([signal, AbortSignal.timeout(limitMs)]), actor.workspace.id)
  const input = { domain: domain.name, record, hostedName: hostedName ?? previewName(label) }
  const wanted = await wantedOf(deps, dns, existing, input)
  if (zone !== null) {
    await refuseHosted(deps, { record, includes: wanted.view.includes, hostedName: input.hostedName, zone })
  }
  const row = await deps.store.transaction(tx =>
    host(deps, tx, actor, { domain, label, hostedName, zone, record, existing, wanted }),
  )
  // A check changed it meanwhile: the edit is made from what there is now.
  return row === null ? flatten(deps, actor, given, signal) : presentOne(deps, actor, row)
}

interface Hosting {
  domain: DomainRow
  label: string
  hostedName: string | null
  zone: string | null
  record: string
  /** The hosted record that `wanted` was made from. */
  existing: FlatteningRow | undefined
  wanted: Wanted
}

/** Null when the hosted record is another one by now. */
async function host(deps: Deps, tx: Tx, actor: Actor, hosting: Hosting): Promise<FlatteningRow | null> {
  const { domain, label, hostedName, zone, record, wanted } = hosting
  const { id: workspaceId, tier } = actor.workspace
  const now = deps.now()
  // The workspace stays locked, so that two concurrent calls cannot both be the last allowed one.
  await lockWorkspace(tx, workspaceId)
  await requireEditableDomain(tx, actor, domain.id)
  const existing = await configurationOfDomain(tx, domain.id)
  if (!isSame(existing, hosting.existing)) return null
  const { view, memory, ttl } = wanted
  const values = {
    originalRecord: record,
    hostedName,
    view,
    memory,
    ttl,
    changedAt: now,
    checkedAt: now,
    nextCheckAt: new Date(now.getTime() + firstCheckMs),
    failures: 0,
    problem: null,
    live: false,
  }
  let hosted: FlatteningRow
  if (existing === undefined) {
    const limit = plans[tier].flattening
    const count = await configurationCount(tx, workspaceId)
    if (limit !== null && count >= limit) throw locked(wording.flatteningLimit(plans[tier].label, limit))
    const owned = { workspaceId, domainId: domain.id, originalDomain: domain.name, label, author: authorId(actor) }
    const inserted = await insertConfiguration(tx, { ...owned, ...values, createdAt: now })
    if (inserted === undefined) throw new Refusal('conflict', wording.slugTaken)
    hosted = inserted
  } else {
    hosted = await updateConfiguration(tx, existing.id, values)
  }
  if (zone !== null) await makeZone(tx, zone, now)
  if (hostedName !== null) {
    await setHostedRecords(tx, { flatteningId: hosted.id, records: view.records, ttl, now })
  }
  if (wanted.withholds) await inform(deps, tx, hosted, withheldNotice(memory))
  if (wanted.asks) await inform(deps, tx, hosted, growthNotice(memory))
  if (existing !== undefined && existing.failures >= failuresTold) await inform(deps, tx, hosted, { kind: 'recovered' })
  const before = existing === undefined ? noAddress : hostedAddresses(existing.memory)
  await insertVersion(tx, {
    flatteningId: hosted.id,
    at: now,
    reason: existing === undefined ? 'created' : 'edited',
    originalRecord: record,
    records: view.records,
    added: toCidrs(difference(hostedAddresses(memory), before)),
    removed: toCidrs(difference(before, hostedAddresses(memory))),
  })
  const action = existing === undefined ? 'record.hosted' : 'record.hosted_changed'
  await recordEvent(deps, tx, actor, { action, subject: domain.name })
  return hosted
}

function isSame(one: FlatteningRow | undefined, other: FlatteningRow | undefined): boolean {
  return isDeepStrictEqual(one && stateOf(one), other && stateOf(other))
}

/** What an edit is made from. */
function stateOf({ label, originalRecord, memory, view }: FlatteningRow) {
  return [label, originalRecord, memory, view.records]
}

function requirePlan(tier: Tier): void {
  if (!mayUse(tier, 'spf_flattening')) throw locked(wording.flatteningLocked)
}

function locked(detail: string): Refusal {
  return new Refusal('feature_locked', detail, { feature: 'spf_flattening' })
}

/** The record on one line: it may be pasted in lines, or in the quoted strings of a zone file. */
function readRecord(text: string): string {
  const trimmed = text.trim()
  const joined = trimmed.startsWith('"') ? trimmed.slice(1).replace(/"$/, '').replace(/"\s*"/g, '') : trimmed
  const record = joined.split(/\s+/).filter(Boolean).join(' ')
  if (record === '') throw new Refusal('validation', wording.spfRecordRequired)
  if (!/^v=spf1( |$)/i.test(record)) throw new Refusal('validation', wording.spfRecordStart)
  return record
}

async function requireDomainNamed(deps: Deps, { workspace }: Actor, name: string): Promise<DomainRow> {
  const normalized = normalizeDomain(name)
  const row = normalized.ok ? await domainNamed(deps.store.db, workspace.id, normalized.ascii) : undefined
  if (row === undefined) throw new Refusal('not_found', wording.notFound)
  return row
}

/**
 * The label of a new hosted name: the wanted one if it is of this domain and has an ending, else a random one.
 *
 * @throws Refusal `conflict` when it was ever given to a hosted record, also one that is deleted: domains may still
 * include it
 */
async function labelFor(deps: Deps, wanted: string | undefined, domain: string): Promise<string> {
  // Not one that could be a label.
  if (wanted !== undefined && !/^[a-z0-9-]{1,63}$/i.test(wanted)) return labelFor(deps, undefined, domain)
  const ending = wanted?.toLowerCase().slice(-endingLength) ?? ''
  if (wanted !== undefined && /^[a-z0-9]+$/.test(ending) && wanted.toLowerCase() === hostedLabel(domain, ending)) {
    if (await isLabelTaken(deps.store.db, hostedLabel(domain, ending))) throw new Refusal('conflict', wording.slugTaken)
    return hostedLabel(domain, ending)
  }
  // A label that is not of this domain belongs to another one.
  if (wanted !== undefined && slugOf(domain) !== wanted && (await isLabelTaken(deps.store.db, wanted.toLowerCase()))) {
    throw new Refusal('conflict', wording.slugTaken)
  }
  const letters = Array.from({ length: endingLength }, () => endingLetters[randomInt(endingLetters.length)])
  return hostedLabel(domain, letters.join(''))
}

/**
 * A hosted record in place of the one that was there before is a mistake of the user: it would include itself.
 *
 * @throws Refusal `validation`
 */
async function refuseHosted(
  { store }: Pick<Deps, 'store'>,
  {
    record,
    includes,
    hostedName,
    zone,
  }: { record: string; includes: readonly string[]; hostedName: string; zone: string },
): Promise<void> {
  const direct = includes.find(name => isSubdomain(name, zone) && record.toLowerCase().includes(name))
  const found = direct ?? ((await leadsBack(store.db, { includes, hostedName, zone })) ? hostedName : undefined)
  if (found !== undefined) throw new Refusal('validation', wording.spfIncludesHosted(found))
}
