import { toast } from 'sonner'

const errorMs = 6_000

/** The toasts of the product: 4 seconds, errors 6. A progress toast is replaced by its result. */
export const notify = {
  success: (text: string, id?: string | number) => toast.success(text, id === undefined ? {} : { id, duration: 4_000 }),
  info: (text: string, id?: string | number) => toast.info(text, id === undefined ? {} : { id, duration: 4_000 }),
  error: (text: string, id?: string | number) =>
    toast.error(text, id === undefined ? { duration: errorMs } : { id, duration: errorMs }),
  loading: (text: string, id: string) => toast.loading(text, { id }),
  dismiss: (id: string | number) => toast.dismiss(id),
}
