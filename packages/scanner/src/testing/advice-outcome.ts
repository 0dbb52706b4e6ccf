import { identityKey } from '@waxseal/core/check'
import { changesBetween, type Finding, presentScan, type ScanResult, wordsOf } from '@waxseal/core/health'
import { adviceFaults, advisesLess, afterAll, type Subject, withAdvice } from './advice-effect.ts'
import { scanArchetype } from './archetype-scan.ts'

/** Does what each advice of a scan says, alone and in turn with the others; returns what is wrong with the outcome. */
export async function adviceOutcome(subject: Subject): Promise<readonly string[]> {
  const before = await scanArchetype(subject)
  const faults = await Promise.all(before.findings.map(finding => faultsOfOne(subject, before, finding)))
  return [...faults.flat(), ...(await faultsInTurn(subject, before))]
}

/** Follows all advices of a scan, in the order of the report and in the reverse one. */
async function faultsInTurn(subject: Subject, before: ScanResult): Promise<readonly string[]> {
  const advised = before.findings.flatMap(finding => {
    const { publish: record } = wordsOf(finding)
    return record === null ? [] : [{ finding, record, host: hostOf(finding) }]
  })
  if (advised.length < 2) return []
  const [forth, back] = await Promise.all([afterAll(subject, advised), afterAll(subject, advised.toReversed())])
  const [after, reverse] = await Promise.all([scanArchetype(forth.subject), scanArchetype(back.subject)])
  const faults = [...forth.faults, ...back.faults]
  if (told(after) !== told(reverse)) faults.push(`the order decides: ${told(after)}, or ${told(reverse)}`)
  if (before.score !== null && (after.score ?? 0) < before.score) faults.push(`all advices lead to ${told(after)}`)
  // A repair may show what it hid; then at least the score rises.
  const isBetter = before.score === null || (after.score ?? 0) > before.score
  for (const check of new Set(advised.map(({ finding }) => finding.check))) {
    const several = advised.filter(({ finding }) => finding.check === check).length > 1
    const left = ({ findings }: ScanResult): number => findings.filter(each => each.check === check).length
    if (several && !isBetter && left(after) >= left(before)) faults.push(`all advices of ${check} leave ${told(after)}`)
  }
  return faults
}

function told({ findings, score }: ScanResult): string {
  return `${score}: ${findings.map(({ id }) => id).join(', ')}`
}

async function faultsOfOne(subject: Subject, before: ScanResult, finding: Finding): Promise<readonly string[]> {
  const { publish, advice } = wordsOf(finding)
  if (await advisesLess(subject, advice)) return [`${finding.id}: advises p=none`]
  if (publish === null) return []
  const promised = presentScan(before).findings.find(each => identityKey(each) === identityKey(finding))
  const named = (fault: string): string => `${finding.id}, ${publish.name} ${publish.type} ${publish.value}: ${fault}`
  const faults = [...(await adviceFaults(subject, publish))]
  if (!advice.includes(publish.value)) faults.push('the advice has another text')
  const after = await scanArchetype(withAdvice(subject, publish, hostOf(finding)))
  const same = after.findings.find(each => identityKey(each) === identityKey(finding))
  if (same !== undefined && JSON.stringify(same.facts) === JSON.stringify(finding.facts)) faults.push('changes nothing')
  // Where another cause of the same finding remains, the repair may show what it hid.
  if (same === undefined && before.score !== null && (after.score ?? 0) < before.score) {
    const found = after.findings.map(({ id }) => id).join(', ')
    faults.push(`the score falls from ${before.score} to ${after.score}: ${found}`)
  }
  const { score_after: score } = promised ?? { score_after: null }
  if (promised?.action.kind === 'publish' && score !== null && score !== after.score)
    faults.push(`the score was to become ${score}: ${told(before)} became ${told(after)}`)
  const { added } = changesBetween(presentScan(before), presentScan(after))
  if (added.length > 0) faults.push(`calls what follows from it new: ${added.map(({ id }) => id).join(', ')}`)
  return faults.map(named)
}

function hostOf({ facts }: Finding): string | null {
  return 'host' in facts && typeof facts.host === 'string' ? facts.host : null
}
