import type { Deps } from '../../deps.ts'
import { resealTarget, storedTargets } from './channel-store.ts'
import { sealedFor } from './channels.ts'
import { resealSecret, storedSecrets } from './settings-store.ts'

/**
 * Encrypts with the newest key what an older one encrypted. Once it has run, `ENCRYPTION_KEY_PREVIOUS` is not needed any
 * more. A text that opens with no known key stays as it is.
 */
export async function reseal({ store, sealer }: Pick<Deps, 'store' | 'sealer'>): Promise<void> {
  const again = (before: string, context: string): string | null => {
    const text = sealer.isCurrent(before) ? null : sealer.open(before, context)
    return text === null ? null : sealer.seal(text, context)
  }
  for (const { workspaceId, kind, target } of await storedTargets(store.db)) {
    const sealed = target && again(target, sealedFor(workspaceId, kind))
    if (target && sealed) await resealTarget(store.db, { workspaceId, kind, before: target, sealed })
  }
  for (const { workspaceId, webhookSecret } of await storedSecrets(store.db)) {
    const sealed = webhookSecret && again(webhookSecret, sealedFor(workspaceId, 'secret'))
    if (webhookSecret && sealed) await resealSecret(store.db, workspaceId, { before: webhookSecret, sealed })
  }
}
