/** Offers the tour once on the first visit of a project's home page, and whenever it is started from the help menu; its steps are loaded only then. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '../../lib/api.ts'
import { links } from '../../lib/navigation/links.ts'
import { onTourStart } from '../../lib/tour.ts'

const TourSteps = lazy(() => import('./tour-steps.tsx').then(module => ({ default: module.TourSteps })))
const queryKey = ['tour']

export function TourHost() {
  const client = useQueryClient()
  const isHome = useLocation().pathname === links.home
  const [isStarted, setStarted] = useState(false)
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.tour.get({}, { signal }),
    enabled: isHome,
    staleTime: Number.POSITIVE_INFINITY,
    // Without an answer there is no tour; the help menu has it.
    retry: false,
  })
  const isDue = isHome && data?.isDue === true
  useEffect(() => onTourStart(() => setStarted(true)), [])
  // It goes on over pages once it has begun.
  if (isDue && !isStarted) setStarted(true)
  const leave = () => {
    setStarted(false)
    client.setQueryData(queryKey, { isDue: false })
    // When it cannot be stored, the tour is offered again at the next sign-in.
    api.tour.leave().catch(() => undefined)
  }
  return <Suspense>{isStarted && <TourSteps onLeave={leave} />}</Suspense>
}
