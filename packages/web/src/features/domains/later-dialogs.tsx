import { deferred } from '../../ui/deferred.tsx'

/** The dialogs about domains in the list. Most visits open none of them, so each loads its code when it opens. */
export const DeleteDomainDialog = deferred({
  what: 'The question',
  load: () => import('./delete-domain-dialog.tsx'),
  pick: module => module.DeleteDomainDialog,
  waiting: null,
})

export const ScheduleDialog = deferred({
  what: 'The schedule',
  load: () => import('./schedule-dialog.tsx'),
  pick: module => module.ScheduleDialog,
  waiting: null,
})

export const TagsDialog = deferred({
  what: 'The tags',
  load: () => import('./tags-dialog.tsx'),
  pick: module => module.TagsDialog,
  waiting: null,
})
