/** Parts that could not be converted from one kind of component to the other, and why. */
import type { Left } from '@pone/jmeter/convert/left.ts'
import { useSession } from '../lib/session/session.ts'
import './left-list.css'

interface LeftListProps {
  readonly label: string
  readonly items: readonly Left[]
}

export function LeftList({ label, items }: LeftListProps) {
  const language = useSession('language')
  if (items.length === 0) return null
  return (
    <section className="left-list">
      <h4>{label}</h4>
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
