/** Why something did not work on a load machine: a sentence, and below it what the program itself said. */
import { useCause } from '../lib/told-cause.ts'
import './told-cause.css'

/** `detail` may hold told causes. */
export function ToldCause({ detail }: { readonly detail: string }) {
  const { text, raw } = useCause()(detail)
  return (
    <>
      {text}
      {raw !== '' && <pre className="told-raw">{raw}</pre>}
    </>
  )
}
