import { deferred } from '../../ui/deferred.tsx'

/** The dialogs of the page itself. Most people open none of them, so their code loads when the first one opens. */
export const Dialog = deferred({
  what: 'The dialog',
  load: () => import('../../ui/dialog.tsx'),
  pick: module => module.Dialog,
  waiting: null,
})

export const ConfirmDialog = deferred({
  what: 'The question',
  load: () => import('../../ui/confirm-dialog.tsx'),
  pick: module => module.ConfirmDialog,
  waiting: null,
})
