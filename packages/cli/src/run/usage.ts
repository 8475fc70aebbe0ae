/** The help text of `./pone run`. */
export const usage = `./pone run FILE|COMPONENT [options]
./pone run --scenario SCENARIO [--server URL] [--find-capacity RULES]

Runs a load test on this machine, without a server: an engine process per core, exact counts,
a live view, a summary, and an exit code for scripts.

  FILE        .yaml, .yml or .json: a component, and if you like its load and SLA rules
              .ts, .mts, .js or .mjs: a module that exports component(…) of @pone/component
              .jmx: a JMeter test plan, run by JMeter (./pone install jmeter) with the load given
              here, else that of its own thread groups; --var NAME=VALUE sets a JMeter property
  COMPONENT   id, or path in the catalogue, of a component on a server: --server and an API token,
              or the installation that runs on this machine

Load; what is not given comes from the file, else from the component's thread group (threads, ramp-up,
loops or forever, duration, start delay):
  --users N          virtual users
  --duration TIME    30s, 1m30s, 2h
  --rate N/s         arrivals per second (N/m, N/h: per minute, hour; 0.5/s, 90/m) instead of users; iterations begin whether or not earlier
                     ones have ended
  --max-users N      with --rate: users may grow to this many; default 1000
  --ramp-up TIME     users, or the rate, grow to their full number over this time
  --iterations N     each user ends after so many iterations
  --workers N        engine processes; default one per core

Component:
  --var NAME=VALUE   value of a variable; may be repeated. PONE_SECRET_NAME=VALUE in the environment
                     does the same for what should not be seen
  --base-url URL     put before addresses that are only a path
  --sla RULE         may be repeated; 'p95<500', 'errors<1%', 'rps>=100', 'Order: avg<=200ms',
                     'p99<1s for 10s stop'; metrics avg p50 p90 p95 p99 p999 max tps rps
                     errorPercent successPercent; windows 'for Ns', 'within Ns', otherwise the whole
                     run after the ramp-up; actions record, warn, stop. A rule over the whole
                     run looks at everything since the end of the ramp-up, and warns or stops from
                     the 10th second of that on, in shorter runs from its middle on

Capacity:
  --find-capacity RULES
                     searches for the highest load within rules such as 'p95 < 300, errors < 1%': steps up
                     from --users (default 1) or --rate, holds, backs off, narrows down and confirms.
                     Metrics: avg, percentiles, errors, successPercent. --duration is the longest time that
                     it may take, default 15m; --max-users the most users that are tried, default 20000.
                     Rules of the file are not judged meanwhile
  --level-time TIME  how long a level is measured at least; default 15s

Results:
  --json             one JSON object on standard output at the end; the summary goes to standard error
  --quiet            no live view and no summary
  --out FILE         every sample: .csv, or .jtl as JMeter writes it
  --summary FILE     the JSON object as a file
  --junit FILE       JUnit XML
  --html FILE        the report as one HTML file
  --prometheus URL   remote write every 5 s, e.g. http://host:9090/api/v1/write
  --otlp URL         OpenTelemetry metrics over HTTP every 5 s, e.g. http://host:4318

Server:
  --server URL       where a COMPONENT lies
  --scenario         the name is a scenario of the server, which runs it on its own machines and starts its
                     monitoring links with it. Every 5 s a line has the load and, for the same time, the
                     counters of the monitors; the summary and --json have them over the whole run, and the
                     verdict on the bottleneck as the report says it. --find-capacity is searched by the
                     server then: from --users (default 1) or --rate up to --max-users, for at most --duration
  --counter TEXT     with --scenario: shows the counters whose names contain the text, such as 'CPU' or
                     'Shop: In use'; may be repeated. Default: the counters chosen in the links, and
                     where none is chosen up to 6 that can be the limit of the system
  --ca FILE          certificates (PEM) that this server may be signed with, besides those of this machine
  --project NAME     the project to look in; default all of yours
  --token-file FILE  file that holds an API token (page: personal information, API tokens), or give the
                     token itself in PONE_API_TOKEN. It needs the function to view components of its
                     project and signs nobody out. --token TOKEN works too, but other users of the
                     machine see it in the list of processes
  --data DIR         data folder of the installation on this machine

Every option with a value can also stand in the environment: PONE_RUN_USERS, PONE_RUN_BASE_URL and so on;
PONE_RUN_SLA divides rules by semicolons. PONE_RUN_FOLDER is where a run keeps its files meanwhile.

Ctrl-C stops and prints the summary; a second one ends requests under way at once.

Exit codes:
  0   the run ended as planned, every request is accounted for, the SLA holds
  1   an SLA rule is broken, the counts do not reconcile, or no load is within the rules of --find-capacity
  2   the command line is wrong
  10  the component or its load cannot be run; its problems are printed by line
  11  stopped by hand
  12  no request passed
  13  the engine itself failed, or the load machine was the limit: overloaded for half of the run, or when
      --find-capacity ended
  14  the server that holds the component did not answer, or refused
  15  a parameter had no row left, so that users ended before the planned end

Examples:
  ./pone run shop.yaml --users 50 --duration 2m --sla 'p95<500' --sla 'errors<1%'
  ./pone run shop.ts --rate 200/s --duration 5m --base-url http://10.0.0.5:8080 --out samples.jtl
  ./pone run shop.yaml --iterations 1 --json --quiet
  PONE_API_TOKEN=pone_… ./pone run 'Shop/Checkout' --server http://pone:8600 --users 20 --duration 1m --junit result.xml
`
