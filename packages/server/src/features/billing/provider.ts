import { wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { type Billing, BillingFailed, type TestBilling } from '../../ports.ts'

/** The payment provider. @throws Refusal `not_found` with `BILLING=off` */
export function providerOf({ billing }: Pick<Deps, 'billing'>): Billing {
  if (billing === null) throw new Refusal('not_found', wording.notFound)
  return billing
}

/** Test mode. @throws Refusal `not_found` when money is real, or there is no billing */
export function testModeOf({ billing }: Pick<Deps, 'billing'>): TestBilling {
  if (billing?.kind !== 'test') throw new Refusal('not_found', wording.notFound)
  return billing
}

/** Runs work with the provider. Its failure is a refusal with this text, and its cause goes to the log. */
export async function asking<T>(detail: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof BillingFailed) throw new Refusal('upstream', detail, { cause })
    throw cause
  }
}
