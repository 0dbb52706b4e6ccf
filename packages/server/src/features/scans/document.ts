import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { storedScanBytes } from '@waxseal/core/caps'
import { readResult, type ScanResult, type StoredResult } from '@waxseal/core/health'
import { type WordedDocument, withoutSentences } from './worded-document.ts'

/** The shape of `ScanResult` as it is stored now. Raise it when that type changes, and add the step to `upcasters`. */
export const documentVersion = 4

/** Where a document of the second version names a check. */
interface SecondVersion {
  sections: object
  remembered: object
  findings: readonly { check: string }[]
  deductions: readonly { check: string }[]
  basis: { unchecked: readonly string[] }
}

function currentId(check: string): string {
  return check === 'extras' ? 'transport' : check
}

function withCurrentIds(byCheck: object): object {
  return Object.fromEntries(Object.entries(byCheck).map(([check, value]) => [currentId(check), value]))
}

/** For each older version the step that makes its document one of the next version. */
const upcasters: Readonly<Record<number, (document: unknown) => unknown>> = {
  // The first had four checks. A document may lack a section of any newer check (`readResult`).
  1: document => document,
  // The second called the check of transport `extras`.
  2: document => {
    const { sections, remembered, findings, deductions, basis, ...result } = document as SecondVersion
    const renamed = <T extends { check: string }>(line: T) => ({ ...line, check: currentId(line.check) })
    return {
      ...result,
      sections: withCurrentIds(sections),
      remembered: withCurrentIds(remembered),
      findings: findings.map(renamed),
      deductions: deductions.map(renamed),
      basis: { ...basis, unchecked: basis.unchecked.map(currentId) },
    }
  },
  // The third joined findings and deductions by sentences, and told causes in sentences.
  3: document => withoutSentences(document as WordedDocument),
}

/** A scan's whole result as it is stored. */
export interface StoredDocument {
  version: number
  body: Uint8Array
}

export async function packDocument(result: ScanResult): Promise<StoredDocument> {
  return { version: documentVersion, body: await promisify(gzip)(JSON.stringify(result)) }
}

/** @throws Error for a version this program does not know, a body that is not ours, or one that unpacks beyond its cap. */
export async function unpackDocument({ version, body }: StoredDocument): Promise<ScanResult> {
  const text = await promisify(gunzip)(body, { maxOutputLength: storedScanBytes })
  return readResult(lift(JSON.parse(text.toString()), version, upcasters, documentVersion) as StoredResult)
}

/** Brings a document of `version` up to `target`, one step after the other. */
export function lift(
  document: unknown,
  version: number,
  steps: Readonly<Record<number, (document: unknown) => unknown>>,
  target: number,
): unknown {
  if (version === target) return document
  const step = steps[version]
  if (step === undefined) throw new Error(`a scan document of version ${version} cannot be read`)
  return lift(step(document), version + 1, steps, target)
}
