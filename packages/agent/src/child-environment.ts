/** What engine processes see of the environment: everything but what belongs to the agent alone. */

/** The join token is a secret that scripts must not be able to read. */
export function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('PONE_')))
}
