import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import type { Mail } from '../../ports.ts'

/** The mails of sign-in, and how they are sent. */
export interface AuthMails {
  reset(to: string, link: string): void
  verify(to: string, link: string): void
  /** The link that lets the owner in while wrong passwords delay sign-ins. */
  signIn(to: string, link: string): void
  alreadyThere(to: string): void
  /** The link to the new address, and a notice to the old one. */
  changeAddress(change: { from: string; to: string }, link: string): void
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
    const leaves = deliver(mail).catch((error: unknown) =>
      log.error({ err: error }, 'a sign-in email could not be sent'),
    )
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
      write(
        to,
        'Set a new Waxseal password',
        `Open this link within 1 hour to set a new password for ${to}:\n\n${link}\n\n` +
          'If you did not request this, ignore this message. Your password does not change.',
      )
    },
    verify(to, link) {
      write(
        to,
        'Confirm your email address',
        `Welcome to Waxseal.\n\nOpen this link within 1 hour to confirm ${to}:\n\n${link}\n\n` +
          'The page asks for the password that was chosen at sign-up, or for a new one in its place.\n\n' +
          'If you did not sign up, ignore this message. No one can sign in before the address is confirmed.',
      )
    },
    signIn(to, link) {
      write(
        to,
        'Sign in to Waxseal',
        `Wrong passwords were entered for ${to}, so sign-ins wait. Open this link within 1 hour and enter your password to ` +
          `sign in without the wait:\n\n${link}\n\n` +
          'If you did not request this, ignore this message. No one can sign in with this link alone.',
      )
    },
    alreadyThere(to) {
      write(
        to,
        'You already have a Waxseal account',
        `Someone tried to sign up with ${to}. This address already has an account.\n\n` +
          `If it was you, sign in at ${publicUrl}. You can also set a new password there.\n\n` +
          'If it was not you, ignore this message.',
      )
    },
    changeAddress({ from, to }, link) {
      if (deliver === null) {
        log.info(`Change of the address ${from} to ${to}: ${link} (valid for 1 hour)`)
        return
      }
      write(
        to,
        'Confirm your new email address',
        `Open this link within 1 hour to sign in to Waxseal with ${to} from now on, in place of ${from}:\n\n${link}\n\n` +
          'If you did not request this, ignore this message. Nothing changes.',
      )
      write(
        from,
        'Your Waxseal email address is about to change',
        `Someone who is signed in to your account asked to change its email address to ${to}. It changes when the link that ` +
          'we sent to that address is opened.\n\n' +
          `If it was not you, set a new password at ${publicUrl} now. It ends all sessions.`,
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
