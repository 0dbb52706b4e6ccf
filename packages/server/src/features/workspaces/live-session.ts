import { wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { Session } from '../../ports.ts'

/**
 * For what a stolen token must not do: a token lives up to five minutes after its person signed out.
 *
 * @throws Refusal `unauthorized` when the session has ended
 */
export async function requireLiveSession(
  { auth }: { auth: Pick<Deps['auth'], 'isLive'> },
  session: Session,
): Promise<void> {
  if (!(await auth.isLive(session))) throw new Refusal('unauthorized', wording.signInNeeded)
}
