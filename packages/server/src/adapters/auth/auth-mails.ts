import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import type { Mail } from '../../ports.ts'

/** The mails of sign-in, and how they are sent. */
export interface AuthMails {
  reset(to: string, link: string): void
  verify(to: string, link: string): void
  alreadyThere(to: string): void
  /**
   * Runs one call and sends its mails after the reply: the time of a reply must not reveal whether a mail was sent, and
   * the outbox must not be touched inside a transaction of the library, wherever a library version requests a mail.
   */
  after<T>(call: () => Promise<T>): Promise<T>
  /** Resolves when all written mails have been handed over. */
  settled(): Promise<void>
}

const signature = (publicUrl: string) => `\n\n--\nWaxseal\n${publicUrl}\n`

/** @param deliver sends a mail; null: the links go to the log, for the operator to pass on */
export function authMails(deliver: ((mail: Mail) => Promise<void>) | null, publicUrl: string, log: Logger): AuthMails {
  const written = new AsyncLocalStorage<Mail[]>()
  const leaving = new Set<Promise<void>>()

  const send = (mail: Mail) => {
    if (deliver === null) return
    const leaves = deliver(mail).catch((error: unknown) => log.error({ err: error }, 'a mail of sign-in was lost'))
    leaving.add(leaves)
    void leaves.finally(() => leaving.delete(leaves))
  }
  const write = (to: string, subject: string, text: string) => {
    const mail = { to, subject, text: text + signature(publicUrl) }
    const mails = written.getStore()
    if (mails) mails.push(mail)
    else send(mail)
  }

  return {
    reset(to, link) {
      if (deliver === null) {
        log.info(`Password reset for ${to}: ${link} (good for one hour)`)
        return
      }
      write(
        to,
        'Set a new Waxseal password',
        `Somebody, probably you, asked for a new password for ${to}.\n\n` +
          `Open this link within the hour to set one:\n\n${link}\n\n` +
          'If it was not you, do nothing: your password stays as it is.',
      )
    },
    verify(to, link) {
      write(
        to,
        'Confirm your e-mail address',
        `Welcome to Waxseal.\n\nOpen this link within the hour to confirm ${to} and sign in:\n\n${link}\n\n` +
          'If you did not sign up, do nothing.',
      )
    },
    alreadyThere(to) {
      write(
        to,
        'You already have a Waxseal account',
        `Somebody, probably you, tried to sign up with ${to}, which already has an account.\n\n` +
          `Sign in at ${publicUrl}, or set a new password there if you have forgotten yours.\n\n` +
          'If it was not you, do nothing.',
      )
    },
    async after(call) {
      const mails: Mail[] = []
      try {
        return await written.run(mails, call)
      } finally {
        mails.forEach(send)
      }
    },
    async settled() {
      await Promise.all(leaving)
    },
  }
}
