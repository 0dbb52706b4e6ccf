import { toast } from 'sonner'

const errorMs = 6_000

/** The toasts of the product: 4 seconds, saved settings 2, errors 6. A progress toast is replaced by its result. */
export const notify = {
  success: (text: string, id?: string | number) => toast.success(text, id === undefined ? {} : { id, duration: 4_000 }),
  /** For saves that follow each other: each replaces the one before, for 2 seconds. */
  saved: (text: string) => toast.success(text, { id: 'saved', duration: 2_000 }),
  info: (text: string, id?: string | number) => toast.info(text, id === undefined ? {} : { id, duration: 4_000 }),
  error: (text: string, id?: string | number) =>
    toast.error(text, id === undefined ? { duration: errorMs } : { id, duration: errorMs }),
  loading: (text: string, id: string) => toast.loading(text, { id }),
  dismiss: (id: string | number) => toast.dismiss(id),
}
