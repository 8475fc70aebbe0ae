/** The loading state of a comparison, first shown and for recomputation; nothing is shown before 200 ms, a further sentence after 3 s. */
import { LoadingOutlined } from '@ant-design/icons'
import { Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useT } from '../../lib/i18n.ts'

const noticedAfterMs = 200
const longAfterMs = 3_000

export function ComputingState({
  count,
  isAgain = false,
}: {
  readonly count: number
  readonly isAgain?: boolean
}) {
  const t = useT()
  const [waited, setWaited] = useState<'short' | 'noticed' | 'long'>('short')
  useEffect(() => {
    const noticed = setTimeout(() => setWaited('noticed'), noticedAfterMs)
    const long = setTimeout(() => setWaited('long'), longAfterMs)
    return () => {
      clearTimeout(noticed)
      clearTimeout(long)
    }
  }, [])
  return (
    <div className={isAgain ? 'cmp-computing cmp-computing-again' : 'cmp-computing'} role="status">
      {waited !== 'short' && (
        <>
          <p>
            <LoadingOutlined aria-hidden />{' '}
            {t(isAgain ? 'comparison.recomputing' : 'comparison.computing', { count })}{' '}
            {waited === 'long' && <span className="secondary">{t('comparison.computingLong')}</span>}
          </p>
          {!isAgain && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
        </>
      )}
    </div>
  )
}
