import { FilterService } from 'nestjs-filterable';
import { HostileList } from '../../support/hostile/refusals.js';
import { Tour, tourEntities } from '../../e2e/hostile/tours/model.js';
import { describeEntities } from '../../support/metadata.js';

/** Requests that attack related rows. */
const list = new HostileList(FilterService.forDataSource(await describeEntities('sqlite', tourEntities)), Tour);

list.refuses(
  'populate-name',
  String.raw`
  populate=start, -> unknown_field /populate/1
  populate=guide.* -> unknown_field /populate/0
  populate=title -> unknown_field /populate/0
  populate=guide.boss -> unknown_field /populate/0
  populate=Guide -> unknown_field /populate/0
  populate=guide%20 -> unknown_field /populate/0
  populate[guide][populate][boss][fields]=name -> unknown_field /populate/guide/populate/boss
  populate=stops.tour -> unknown_field /populate/0
  populate[stops][populate]=tour -> unknown_field /populate/stops/populate/0
  populate[guide]=true&populate[guide]=true -> duplicate_key /populate/guide
`,
);

list.refuses(
  'populate-option',
  String.raw`
  populate[guide][sort]=name -> operator_not_allowed /populate/guide/sort
  populate[stops][start]=1 -> unknown_parameter /populate/stops/start
  populate[stops][pagination][page]=2 -> unknown_parameter /populate/stops/pagination
  populate[stops][search]=a -> unknown_parameter /populate/stops/search
  populate[stops][facets]=a -> unknown_parameter /populate/stops/facets
  populate[stops][where]=a -> unknown_parameter /populate/stops/where
  populate[stops][limit]=6 -> limit_exceeded(populatedPerRow) /populate/stops/limit
  populate[stops][limit]=1e3 -> invalid_value /populate/stops/limit
  populate[stops][limit]=0 -> invalid_value /populate/stops/limit
  populate[stops][limit]=-1 -> invalid_value /populate/stops/limit
  populate[stops][limit]={20*9} -> invalid_value /populate/stops/limit
  populate[stops][limit][$gt]=1 -> invalid_value /populate/stops/limit
  populate[stops][limit]=1&populate[stops][limit]=2 -> duplicate_key /populate/stops/limit
  populate[stops][fields]= -> expected_value /populate/stops/fields
  populate[stops][fields]=tour -> unknown_field /populate/stops/fields/0
  populate[stops][filters]=1 -> expected_object /populate/stops/filters
  populate[stops][filters][minutes]=x -> invalid_value /populate/stops/filters/minutes
  populate[stops][filters][title][$nope]=x -> unknown_operator /populate/stops/filters/title/$nope
  populate[stops][sort]=minutes:up -> invalid_direction /populate/stops/sort/0
  populate[guide] -> expected_value /populate/guide
  populate[guide]= -> expected_value /populate/guide
`,
);

list.refuses(
  'populate-shape',
  String.raw`
  populate=guide&populate[stops]=true -> duplicate_key /populate
  populate[0]=guide&populate[0]=stops -> duplicate_key /populate/0
  populate[][guide]=true -> malformed_key /populate/0
  populate[guide -> malformed_key /populate
  populate.guide=true -> malformed_key /populate
  populate[guide]=true&populate[guide][fields]=id -> duplicate_key /populate/guide
  populate={"guide":true -> expected_object /populate
  populate={"guide":true,"guide":{}} -> duplicate_key /populate/guide
  populate=%FF -> malformed_encoding /populate
  Populate[guide]=true -> malformed_key /populate
  populat[guide]=true -> malformed_key /populate
`,
);

list.refuses(
  'populate-limits',
  String.raw`
  populate=guide.tours.guide -> limit_exceeded(populateHops) /populate/0
  populate[guide][populate][tours][populate][guide]=true -> limit_exceeded(populateHops) /populate/guide/populate/tours/populate/guide
  populate={300*guide.tours.}guide -> limit_exceeded(populateHops) /populate/0
  populate=guide,guide.home,guide.tours,stops,stops.town,guide.tours.stops -> limit_exceeded(populateHops) /populate/5
  populate=guide,guide.home,guide.tours,stops,stops.town,start -> limit_exceeded(populate) /populate
  populate[guide][populate][home]=true&populate[guide][populate][tours]=true&populate[stops][populate]=town&populate[start]=true -> limit_exceeded(populate) /populate
  populate[guide][populate][tours][limit]=80 -> limit_exceeded(populatedRows) /populate
  populate[guide][populate][tours][limit]=19&populate[stops][limit]=5&pagination[pageSize]=100 -> limit_exceeded(populatedRows) /populate
  populate[guide][populate][tours][limit]=81 -> limit_exceeded(populatedPerRow) /populate/guide/populate/tours/limit
  populate{40*[guide][populate]}=home -> limit_exceeded(logicalDepth) /populate
  populate={60*{"guide":{"populate":}1{60*%7D%7D} -> limit_exceeded(logicalDepth) /populate
  {5&populate[stops][filters][$and][#][title][$contains]=a} -> limit_exceeded(unanchoredNeedles) /populate/stops/filters
  filters[$and][0][title][$contains]=a&filters[$and][1][title][$contains]=a&populate[stops][filters][$and][0][title][$contains]=a&populate[stops][filters][$and][1][title][$contains]=a&populate[stops][filters][$and][2][title][$contains]=a -> limit_exceeded(unanchoredNeedles) /populate/stops/filters
`,
);

list.hides(
  'hidden or invented',
  String.raw`
  populate=NAME -> owner ownur
  populate[NAME]=true -> owner ownur
  populate[NAME]=false -> owner ownur
  populate[NAME][nope]=1 -> owner ownur
  populate=NAME.home -> owner ownur
  populate=guide.NAME -> boss bozz
  populate[guide][populate][NAME][limit]=1 -> boss bozz
  populate[guide][filters][NAME]=1 -> salary salaru
  populate[guide][filters][NAME]=1 -> secret secrut
  populate[guide][fields]=NAME -> salary salaru
  populate[guide][fields]=NAME -> secret secrut
  populate[stops][sort]=NAME -> code cade
  populate[stops][sort]=NAME -> hidden hiddan
  populate[stops][filters][NAME]=false -> hidden hiddan
  populate[stops][filters][NAME][$null]=true -> deletedAt deletadAt
  populate[stops][filters][NAME][id]=4 -> tour tuor
  populate[stops][filters][town][NAME]=2 -> tenant tenent
  populate[guide][populate][home][filters][NAME]=2 -> tenant tenent
`,
);

list.equals(
  'the same request',
  String.raw`
  populate=guide,stops -> populate[0]=stops&populate[1]=guide
  populate=guide.home -> populate[guide][populate][home]=true
`,
);
