/** /pone/login: sign-in of project users. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { paths } from '../../lib/navigation.ts'
import { LoginForm } from './login-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

/** Whether people may register themselves; assumed until the server says no. */
export function useCanRegister(): boolean {
  const { data } = useQuery({
    queryKey: ['system', 'info'],
    queryFn: ({ signal }) => api.system.info({}, { signal }),
    staleTime: 60_000,
  })
  return data?.canRegister ?? true
}

export function Page() {
  const t = useT()
  const canRegister = useCanRegister()
  return (
    <SignInFrame>
      <h2>{t('signIn.title')}</h2>
      <LoginForm isAdministrator={false} />
      <div className="sign-in-links">
        {canRegister ? <Link to={paths.register}>{t('signIn.toRegister')}</Link> : <span />}
        <Link to={paths.adminLogin} className="secondary">
          {t('signIn.toAdmin')}
        </Link>
      </div>
    </SignInFrame>
  )
}
