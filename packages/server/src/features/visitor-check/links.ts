import { createHash, randomBytes } from 'node:crypto'
import {
  checkLinkDays,
  checkLinksADay,
  checkPage,
  type Frozen,
  type linkCheck,
  type linkedCheck,
  type ReplyOf,
  wording,
} from '@waxseal/contract'
import type { ScanReply, ScanResult } from '@waxseal/core/health'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { throttleOf } from '../../http/rate-limit.ts'
import { unicodeOf } from '../domains/present.ts'
import { unpackDocument } from '../scans/document.ts'
import { hasLink, insertLink, linkByHash, linkedBytes, removeLink } from './link-store.ts'
import type { RunningChecks } from './running-checks.ts'

const dayMs = 86_400_000

/** Reports of links, compressed. A report has some 20 KB; that of a hostile zone can have some MB. */
const linkedBytesMax = 512 * 1024 * 1024

/** Of one client address. A whole office may share one. */
const openings = { max: 60, windowMs: 60_000 }
const created = { max: checkLinksADay, windowMs: dayMs }

/** 128 random bits in base64url. */
const tokenForm = /^[\w-]{22}$/

/** The hash under which a token is stored. Its bits are random, so that the hash needs no salt. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

type LinkDeps = Pick<Deps, 'store' | 'now' | 'env'>

/**
 * Stores the report of a check and creates a link to it: one more at each call, so that whoever deletes theirs leaves
 * those of other visitors alone. Only this answer has the link.
 *
 * @param client who asks, as `clientOf` gives it
 * @throws Refusal `not_found` where the operator has switched the check off; `gone`: this process no longer has the
 *   report; `rate_limited` for the client's 21st link of the UTC day; `unavailable`: too much is stored
 */
export async function createLink(
  deps: LinkDeps,
  checks: Pick<RunningChecks, 'document'>,
  { name, finishedAt, client }: { name: string; finishedAt: string; client: string },
): Promise<ReplyOf<typeof linkCheck>> {
  const { env, store } = deps
  if (!env.visitorCheck) throw new Refusal('not_found', wording.notFound)
  const document = checks.document(name, finishedAt)
  if (document === undefined) throw new Refusal('gone', wording.checkForgotten)
  if ((await linkedBytes(store.db)) + document.body.byteLength > linkedBytesMax) {
    throw new Refusal('unavailable', wording.checkLinksFull)
  }
  const seconds = await throttleOf(deps)(`visitor-link ${client}`, created)
  if (seconds !== null) throw new Refusal('rate_limited', wording.checkLinkLimit(), { retryAfterSeconds: seconds })
  const token = randomBytes(16).toString('base64url')
  const createdAt = deps.now()
  const expiresAt = new Date(createdAt.getTime() + checkLinkDays * dayMs)
  await insertLink(store.db, { tokenHash: hashOf(token), createdAt, expiresAt, ...document })
  const url = env.publicUrl + checkPage.replace(':token', token)
  return { url, expires_at: expiresAt.toISOString(), finished_at: finishedAt }
}

/** Who opens a link. */
interface Holder {
  token: string
  /** As `clientOf` gives it. */
  client: string
}

/**
 * The report behind a link, as the check made it.
 *
 * @throws Refusal `rate_limited`; `not_found` for what is no token; `gone` for every other one that opens nothing: its
 *   128 bits are of a link that has ended, of which nothing is kept
 */
export async function readLinked(
  deps: LinkDeps,
  { present, ...holder }: Holder & { present: (result: ScanResult) => ScanReply },
): Promise<Frozen<ReplyOf<typeof linkedCheck>>> {
  const hash = await hashOfHeld(deps, holder)
  const row = await linkByHash(deps.store.db, hash, deps.now())
  if (row === undefined) throw new Refusal('gone', wording.checkLinkGone())
  const result = await unpackDocument(row)
  return {
    domain_unicode: unicodeOf(result.name),
    scan: present(result),
    expires_at: row.expiresAt.toISOString(),
  }
}

/** Deletes a link and its report, for anyone who has it. @throws Refusal as `readLinked` */
export async function deleteLink(deps: LinkDeps, holder: Holder): Promise<null> {
  const hash = await hashOfHeld(deps, holder)
  if (!(await removeLink(deps.store.db, hash, deps.now()))) throw new Refusal('gone', wording.checkLinkGone())
  return null
}

async function hashOfHeld(deps: LinkDeps, { token, client }: Holder): Promise<string> {
  const seconds = await throttleOf(deps)(`visitor-linked ${client}`, openings)
  if (seconds !== null) throw new Refusal('rate_limited', wording.rateLimited, { retryAfterSeconds: seconds })
  if (!tokenForm.test(token)) throw new Refusal('not_found', wording.notFound)
  return hashOf(token)
}

/** What the page of a link answers, for a browser or a search engine: as the call that it makes. */
export async function statusOfPage(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  token: string,
): Promise<200 | 404 | 410> {
  if (!tokenForm.test(token)) return 404
  return (await hasLink(store.db, hashOf(token), now())) ? 200 : 410
}
