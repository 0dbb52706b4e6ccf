import { outbox } from '../../db/schema/index.ts'
import type { Store } from '../../db/store.ts'
import type { MailTransport } from '../../ports.ts'

/** The transport without SMTP: mail is kept in the outbox for reading, and nothing is sent. */
export function outboxTransport(store: Store, now: () => Date): MailTransport {
  return {
    kind: 'outbox',
    async send(mail) {
      const at = now()
      await store.db
        .insert(outbox)
        .values({ kind: 'mail', payload: mail, state: 'kept', nextTryAt: at, createdAt: at, finishedAt: at })
      return 'kept in the outbox'
    },
  }
}
