import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { checkIds, type Section } from '@waxseal/core/check'
import type { ScanResult } from '@waxseal/core/health'

/** The shape of `ScanResult` as it is stored now. Raise it when that type changes, and add the step to `upcasters`. */
export const documentVersion = 2

/** For each older version the step that makes its document one of the next version. */
const upcasters: Readonly<Record<number, (document: unknown) => unknown>> = {
  // The first version knew four checks. The others were not asked: they tell nothing.
  1: document => {
    const unasked: Section<never> = { ran: false, reason: 'cancelled', evidence: [] }
    const result = document as Pick<ScanResult, 'sections'>
    const sections = Object.fromEntries(checkIds.map(check => [check, unasked]))
    return { ...result, sections: { ...sections, ...result.sections } }
  },
}

/** A scan's whole result as it is stored. */
export interface StoredDocument {
  version: number
  body: Uint8Array
}

/** Far above any scan within its budget; a guard against a corrupt body that would unpack without end. */
const unpackedMax = 64 * 1024 * 1024

export async function packDocument(result: ScanResult): Promise<StoredDocument> {
  return { version: documentVersion, body: await promisify(gzip)(JSON.stringify(result)) }
}

/** @throws Error for a version this program does not know, or a body that is not ours. */
export async function unpackDocument({ version, body }: StoredDocument): Promise<ScanResult> {
  const text = await promisify(gunzip)(body, { maxOutputLength: unpackedMax })
  return lift(JSON.parse(text.toString()), version, upcasters, documentVersion) as ScanResult
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
