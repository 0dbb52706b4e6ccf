import { identityKey } from '@waxseal/core/check'
import { type Finding, type ScanResult, wordsOf } from '@waxseal/core/health'
import { adviceFaults, advisesLess, type Subject, withAdvice } from './advice-effect.ts'
import { scanArchetype } from './archetype-scan.ts'

/** Does what each advice of a scan says, one at a time; returns what is wrong with the outcome. */
export async function adviceOutcome(subject: Subject): Promise<readonly string[]> {
  const before = await scanArchetype(subject)
  const faults = await Promise.all(before.findings.map(finding => faultsOfOne(subject, before, finding)))
  return faults.flat()
}

async function faultsOfOne(subject: Subject, before: ScanResult, finding: Finding): Promise<readonly string[]> {
  const { publish, advice } = wordsOf(finding)
  if (await advisesLess(subject, advice)) return [`${finding.id}: advises p=none`]
  if (publish === null) return []
  const told = (fault: string): string => `${finding.id}, ${publish.name} ${publish.type} ${publish.value}: ${fault}`
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
  return faults.map(told)
}

function hostOf({ facts }: Finding): string | null {
  return 'host' in facts && typeof facts.host === 'string' ? facts.host : null
}
