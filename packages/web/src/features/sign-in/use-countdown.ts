/** Seconds until a new attempt is allowed. */
import { useEffect, useState } from 'react'

export interface Countdown {
  /** Whole remaining seconds, 0 when the time is over. */
  readonly seconds: number
  readonly start: (seconds: number) => void
}

export function useCountdown(): Countdown {
  const [endsAt, setEndsAt] = useState(0)
  const [now, setNow] = useState(0)
  // Whole milliseconds first: fractions of two readings of the clock may add up to a little more than what was asked for.
  const seconds = Math.max(0, Math.ceil(Math.round(endsAt - now) / 1000))
  const isRunning = seconds > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [isRunning])
  return {
    seconds,
    start: wait => {
      const at = performance.now()
      setNow(at)
      setEndsAt(at + wait * 1000)
    },
  }
}
