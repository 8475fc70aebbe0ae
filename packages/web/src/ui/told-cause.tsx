/** Why something failed on a load machine: a text, and below it the program's own message. */
import { useCause } from '../lib/told-cause.ts'
import './told-cause.css'

/** `detail` may contain reported causes. */
export function ToldCause({ detail }: { readonly detail: string }) {
  const { text, raw } = useCause()(detail)
  return (
    <>
      {text}
      {raw !== '' && <pre className="told-raw">{raw}</pre>}
    </>
  )
}
