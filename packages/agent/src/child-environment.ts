/** What engine processes see of the environment: everything but what belongs to the agent alone. */

/** The join token is a secret that scripts must not be able to read; PONE_ENV_… is there for the tool function env. */
export function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('PONE_') || name.startsWith('PONE_ENV_')),
  )
}
