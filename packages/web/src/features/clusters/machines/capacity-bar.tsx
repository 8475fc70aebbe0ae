/** Figures with a thin bar under them: what is left of a maximum, or how much is in use. */
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import type { ReactNode } from 'react'
import '../clusters.css'

/** From here on the bar warns. */
const tight01 = 0.9

function ThinBar(props: { readonly text: ReactNode; readonly used01: number; readonly isWide?: boolean }) {
  const { text, used01, isWide } = props
  const width = `${Math.round(Math.min(1, Math.max(0, used01)) * 100)}%`
  return (
    <span className={isWide ? 'capacity capacity-wide' : 'capacity'}>
      <span className="tabular">{text}</span>
      <span className="capacity-track" aria-hidden>
        <span
          className={used01 >= tight01 ? 'capacity-used capacity-tight' : 'capacity-used'}
          style={{ width }}
        />
      </span>
    </span>
  )
}

/** `left / max`; the bar shows what is taken. Wide ones hold users. Without a maximum there is nothing to show. */
export function CapacityBar(props: {
  readonly left: number
  readonly max: number
  readonly isWide?: boolean
}) {
  const { left, max, isWide = false } = props
  if (max === 0) return noValue
  return (
    <ThinBar
      text={
        <>
          {formatNumber(left)} <span className="faint">/ {formatNumber(max)}</span>
        </>
      }
      used01={1 - left / max}
      isWide={isWide}
    />
  )
}

/** A share of 0 to 1 as a percentage; null while it is not known. */
export function LoadBar({ used01 }: { readonly used01: number | null }) {
  if (used01 === null) return noValue
  return <ThinBar text={`${Math.round(used01 * 100)} %`} used01={used01} />
}
