/** Why something failed on a load machine: a text, and below it the program's own message. */
import { createContext, useContext } from 'react'
import { useT } from '../lib/i18n.ts'
import { useCause } from '../lib/told-cause.ts'
import './told-cause.css'

/** Opens the run-time settings of the component around, if there is one; a text that names them links to them. */
export const OpenSettings = createContext<(() => void) | null>(null)

/** `detail` may contain reported causes. */
export function ToldCause({ detail }: { readonly detail: string }) {
  const { text, raw } = useCause()(detail)
  return (
    <>
      <LinkedText text={text} />
      {raw !== '' && <pre className="told-raw">{raw}</pre>}
    </>
  )
}

/** The text, with the first mention of the run-time settings as a link to them, if there are any around. */
export function LinkedText({ text }: { readonly text: string }) {
  const name = useT()('settings.name')
  const open = useContext(OpenSettings)
  const at = text.indexOf(name)
  if (open === null || at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <button type="button" className="link-button" onClick={open}>
        {name}
      </button>
      {text.slice(at + name.length)}
    </>
  )
}
