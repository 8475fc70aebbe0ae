/** Parts of a component or file that could not be converted, and why. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { useSession } from '../lib/session/session.ts'
import './left-list.css'

interface LeftListProps {
  readonly label: string
  readonly items: readonly LeftItem[]
}

interface LeftItem {
  readonly key: string
  /** What it is about, as the reader finds it. */
  readonly testname: string
  readonly code: string
  readonly text: Bilingual
}

export function LeftList({ label, items }: LeftListProps) {
  const language = useSession('language')
  if (items.length === 0) return null
  return (
    <section className="left-list">
      <h3>{label}</h3>
      <ul aria-label={label}>
        {items.map(({ key, testname, code, text }) => (
          <li key={`${key} ${code} ${text.en}`}>
            <b>{testname}</b>
            <span>{text[language]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
