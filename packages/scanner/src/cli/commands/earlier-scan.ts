import { readFile } from 'node:fs/promises'
import { checkIds } from '@waxseal/core/check'
import type { ScanReply } from '@waxseal/core/health'
import { tiers } from '@waxseal/core/plan'
import { CommandError } from '../arguments.ts'

/**
 * Reads an earlier answer of `waxseal scan --json`, as far as a comparison needs it.
 *
 * @throws CommandError `usage`: the file cannot be read, is no such answer, or is about another domain
 */
export async function readEarlier(file: string, domain: string): Promise<ScanReply> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('usage', `"--since" cannot be read: ${error.code ?? 'unknown error'}`)
  })
  const earlier = parsed(text)
  if (!isReply(earlier)) throw new CommandError('usage', '"--since" must be a file with the output of scan --json')
  if (earlier.domain_name !== domain)
    throw new CommandError('usage', `"--since" is a scan of ${earlier.domain_name.slice(0, 253)}, not of ${domain}`)
  return earlier
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type Piece = Readonly<Record<string, unknown>>

/** Checks every field that `changesBetween` reads. */
function isReply(value: unknown): value is ScanReply {
  if (!isObject(value) || !isObject(value['basis']) || !isObject(value['sections'])) return false
  const { domain_name, finished_at, health_score, basis, sections, findings, evidence } = value
  return (
    typeof domain_name === 'string' &&
    typeof finished_at === 'string' &&
    isTime(finished_at) &&
    (health_score === null || Number.isInteger(health_score)) &&
    isBasis(basis) &&
    checkIds.every(check => isSection(sections[check])) &&
    isListOf(findings, isFinding) &&
    isListOf(evidence, ({ id, question }) => typeof id === 'string' && isQuestion(question))
  )
}

function isBasis({ model, catalogue, tier, unchecked }: Piece): boolean {
  return (
    typeof model === 'number' &&
    typeof catalogue === 'string' &&
    tiers.some(each => each === tier) &&
    isTexts(unchecked)
  )
}

function isSection(value: unknown): boolean {
  return (
    isObject(value) && typeof value['state'] === 'string' && isListOf(value['gaps'], gap => isQuestion(gap['question']))
  )
}

function isFinding({ id, subject, check, evidence, since }: Piece): boolean {
  return (
    typeof id === 'string' &&
    (subject === null || typeof subject === 'string') &&
    checkIds.some(each => each === check) &&
    isTexts(evidence) &&
    (since === null || typeof since === 'string')
  )
}

function isQuestion(value: unknown): boolean {
  return isObject(value) && typeof value['name'] === 'string' && typeof value['type'] === 'string'
}

function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text))
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(each => typeof each === 'string')
}

function isListOf(value: unknown, isItem: (item: Piece) => boolean): boolean {
  return Array.isArray(value) && value.every(item => isObject(item) && isItem(item))
}

function isObject(value: unknown): value is Piece {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
