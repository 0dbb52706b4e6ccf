/**
 * What a signed-in person changes of the embedded sign-in: JSON posts below `/api/identity` with the session cookie, as
 * `identityRoutes`. The server checks the session itself, never a token. Errors are as there (`INVALID_PASSWORD`,
 * `INVALID_CODE`, `INVALID_TWO_FACTOR_COOKIE` …).
 */
export const ownIdentityRoutes = {
  /** `{ name }` */
  changeName: { method: 'POST', path: '/identity/update-user' },
  /** `{ newEmail }`: sends a link to the new address; the address changes when it is opened. */
  changeEmail: { method: 'POST', path: '/identity/change-email' },
  /** `{ currentPassword, newPassword }`; ends all other sessions. */
  changePassword: { method: 'POST', path: '/identity/change-password' },
  /** `{ password }`; answers `{ totpURI, backupCodes }`. The second step is on after `verifyCode`. */
  startTwoFactor: { method: 'POST', path: '/identity/two-factor/enable' },
  /** `{ code }` of the authenticator app: in a session the first one, else the second step of a sign-in. */
  verifyCode: { method: 'POST', path: '/identity/two-factor/verify-totp' },
  /** `{ code }`: the second step of a sign-in with a backup code, which works once. */
  verifyBackupCode: { method: 'POST', path: '/identity/two-factor/verify-backup-code' },
  /** `{ password }`; answers `{ backupCodes }` in place of all earlier ones. */
  newBackupCodes: { method: 'POST', path: '/identity/two-factor/generate-backup-codes' },
  /** `{ password }` */
  stopTwoFactor: { method: 'POST', path: '/identity/two-factor/disable' },
} as const

/** Where the link leads that confirms a new address; with `&error=…` when the link was no good. */
export const emailChangedPage = '/account?email=changed'
