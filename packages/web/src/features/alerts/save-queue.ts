/** The fields that are typed: each is saved on its own, so that a refusal belongs to one of them. */
export const textKeys = ['notification_email', 'slack_webhook', 'teams_webhook', 'generic_webhook'] as const

export type TextKey = (typeof textKeys)[number]
export type Texts = { readonly [K in TextKey]?: string }

/** A text that is not saved yet. */
export interface Typed {
  value: string
  /** `kept`: it was not saved, because of `problem` or of a conflict, and stays on screen. */
  state: 'typing' | 'saving' | 'kept'
  /** The server's sentence about it. */
  problem: string | null
}

export interface SaveState<Choices> {
  /** Chosen and not saved yet. */
  choices: Partial<Choices>
  texts: { readonly [K in TextKey]?: Typed }
  saving: boolean
  /** The last save found newer settings. */
  conflict: boolean
}

interface Options<Choices> {
  /** Saves these values. One call at a time. */
  send: (part: Partial<Choices> & Texts) => Promise<void>
  /** What a failure means for the values that it was about. */
  judge: (error: unknown) => { kind: 'conflict' } | { kind: 'refused'; problem: string | null }
  /** Called for each failure that is no conflict. */
  onRefused: (error: unknown) => void
  /** Loads the newer settings. */
  reload: () => Promise<unknown>
}

/** After this time without a key, a typed text is saved (specification 2, section 9). */
export const typingMs = 1_000

export interface SaveQueue<Choices> {
  /** Saves a switch or a select at once. */
  choose: (part: Partial<Choices>) => void
  /** Saves a text after a second without another change. */
  type: (key: TextKey, value: string) => void
  /** Drops a text that is not saved. */
  forget: (key: TextKey) => void
  /** Saves every typed text now; with `kept` also those that were not saved before. */
  flush: (which?: 'typed' | 'kept') => void
  state: () => SaveState<Choices>
  subscribe: (listener: () => void) => () => void
}

/** Saves changes of the settings one call after the other; changes made meanwhile wait and go out together. */
export function createSaveQueue<Choices extends object>(options: Options<Choices>): SaveQueue<Choices> {
  const { send, judge, onRefused, reload } = options
  const listeners = new Set<() => void>()
  const timers = new Map<TextKey, ReturnType<typeof setTimeout>>()
  const due = new Set<TextKey>()
  let waiting: Partial<Choices> = {}
  let sent: Partial<Choices> = {}
  let state: SaveState<Choices> = { choices: {}, texts: {}, saving: false, conflict: false }

  function show(part: Partial<SaveState<Choices>>): void {
    state = { ...state, ...part, choices: { ...sent, ...waiting } }
    for (const listener of listeners) listener()
  }

  function showText(key: TextKey, typed: Typed | undefined): void {
    const { [key]: _, ...others } = state.texts
    show({ texts: typed === undefined ? others : { ...others, [key]: typed } })
  }

  function becomeDue(key: TextKey): void {
    clearTimeout(timers.get(key))
    timers.delete(key)
    due.add(key)
  }

  async function saveChoices(): Promise<void> {
    sent = waiting
    waiting = {}
    show({})
    await send(sent)
  }

  async function saveText(key: TextKey, value: string): Promise<void> {
    showText(key, { value, state: 'saving', problem: null })
    await send({ [key]: value } as Partial<Choices> & Texts)
    // A text typed meanwhile stays, and is saved in its turn.
    if (state.texts[key]?.value === value) showText(key, undefined)
  }

  function keepText(key: TextKey, value: string, problem: string | null): void {
    if (state.texts[key]?.value === value) showText(key, { value, state: 'kept', problem })
  }

  async function conflicted(): Promise<void> {
    // The choices were made about settings that are gone: they are made again on the new ones.
    waiting = {}
    sent = {}
    for (const key of due) keepText(key, state.texts[key]?.value ?? '', null)
    due.clear()
    show({ conflict: true })
    await reload()
  }

  async function run(): Promise<void> {
    if (state.saving) return
    show({ saving: true })
    while (Object.keys(waiting).length > 0 || due.size > 0) {
      const [key] = Object.keys(waiting).length > 0 ? [] : due
      if (key !== undefined) due.delete(key)
      const typed = key === undefined ? undefined : state.texts[key]
      try {
        if (key === undefined) await saveChoices()
        else if (typed !== undefined) await saveText(key, typed.value)
        sent = {}
        show({ conflict: false })
      } catch (error) {
        const meaning = judge(error)
        if (key !== undefined) keepText(key, typed?.value ?? '', meaning.kind === 'refused' ? meaning.problem : null)
        if (meaning.kind === 'conflict') await conflicted()
        else {
          sent = {}
          show({})
          onRefused(error)
        }
      }
    }
    show({ saving: false })
  }

  return {
    choose: part => {
      waiting = { ...waiting, ...part }
      show({})
      void run()
    },
    type: (key, value) => {
      due.delete(key)
      clearTimeout(timers.get(key))
      showText(key, { value, state: 'typing', problem: null })
      timers.set(
        key,
        setTimeout(() => {
          becomeDue(key)
          void run()
        }, typingMs),
      )
    },
    forget: key => {
      due.delete(key)
      clearTimeout(timers.get(key))
      showText(key, undefined)
    },
    flush: (which = 'typed') => {
      for (const key of textKeys) {
        const now = state.texts[key]?.state
        if (now === 'typing' || (now === 'kept' && which === 'kept')) becomeDue(key)
      }
      if (due.size > 0) void run()
    },
    state: () => state,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
