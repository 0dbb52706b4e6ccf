import type { config, ReplyOf } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'

/** What the browser must know before anyone is signed in. */
export async function publicConfig({
  env,
  auth,
  mail,
  billing,
}: Pick<Deps, 'env' | 'auth' | 'mail' | 'billing'>): Promise<ReplyOf<typeof config>> {
  return {
    auth:
      auth.publishableKey === undefined
        ? { mode: 'embedded' }
        : { mode: 'clerk', publishable_key: auth.publishableKey },
    // Clerk decides who may sign up.
    signup: auth.kind === 'clerk' ? 'open' : env.signup,
    signup_open: await auth.signUpOpen(),
    billing: env.billing,
    test_money: billing !== null && billing.kind !== 'stripe',
    default_tier: env.defaultTier,
    threat_lookups_business: env.threatLookupsBusiness,
    operator_name: env.operatorName,
    contact_email: env.contactEmail,
    mail: mail.kind === 'smtp',
    visitor_check: env.visitorCheck,
    relay_test: env.relay.test,
    virustotal: env.virusTotal !== null,
  }
}
