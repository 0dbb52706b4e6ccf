import { useEffect } from 'react'

/** Shows the field of a form that this screen was opened for, and moves the focus to it. Null: none. */
export function useFieldFocus(field: string | null): void {
  useEffect(() => {
    if (field === null) return
    const control = document.querySelector<HTMLElement>(
      `[data-field~="${CSS.escape(field)}"] :is(input, select, button)`,
    )
    control?.scrollIntoView({ block: 'center' })
    control?.focus({ preventScroll: true })
  }, [field])
}
