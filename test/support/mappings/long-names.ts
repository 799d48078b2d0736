import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { type Mapping, asking, save } from './mapping.js';

/** Names that are long, and paths of them that are longer than the 63 bytes an engine keeps of an alias. */

@Entity({ name: 'long_site' })
@Filterable()
class SiteWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeItInFull {
  @PrimaryColumn() id!: number;
  @Column({ name: 'n' }) nameThatIsAlsoQuiteLongForTheNameOfOneColumnOfATable!: string;
}

@Entity({ name: 'long_building' })
@Filterable()
class BuildingWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeIt {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => SiteWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeItInFull)
  theSiteOnWhichThisBuildingStandsAndHasStoodForAsLongAs!: Relation<SiteWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeItInFull>;
  @OneToMany(
    () => FloorWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeItAgain,
    (floor) => floor.theBuildingThatThisFloorIsOneOfTheManyFloorsOf,
  )
  theFloorsThatThisBuildingHasFromTheCellarUpToTheVeryRoof!: Relation<FloorWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeItAgain>[];
}

@Entity({ name: 'long_floor' })
@Filterable()
class FloorWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeItAgain {
  @PrimaryColumn() id!: number;
  @ManyToOne(
    () => BuildingWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeIt,
    (building) => building.theFloorsThatThisBuildingHasFromTheCellarUpToTheVeryRoof,
  )
  theBuildingThatThisFloorIsOneOfTheManyFloorsOf!: Relation<BuildingWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeIt>;
}

const Site = SiteWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeItInFull;
const Building = BuildingWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeIt;
const Floor = FloorWhoseNameGoesOnForMuchLongerThanAnybodyWouldEverWantToTypeItAgain;

const toBuilding = 'theBuildingThatThisFloorIsOneOfTheManyFloorsOf';
const toSite = 'theSiteOnWhichThisBuildingStandsAndHasStoodForAsLongAs';
const toFloors = 'theFloorsThatThisBuildingHasFromTheCellarUpToTheVeryRoof';
const name = 'nameThatIsAlsoQuiteLongForTheNameOfOneColumnOfATable';

export const longNames: Mapping = {
  name: 'very long names',
  entities: [Site, Building, Floor],
  async seed(source) {
    await save(source, Site, [
      { id: 1, [name]: 'b' },
      { id: 2, [name]: 'a' },
    ]);
    await save(source, Building, [
      { id: 1, [toSite]: { id: 1 } },
      { id: 2, [toSite]: { id: 2 } },
    ]);
    await save(source, Floor, [
      { id: 1, [toBuilding]: { id: 1 } },
      { id: 2, [toBuilding]: { id: 2 } },
      { id: 3, [toBuilding]: { id: 1 } },
    ]);
  },
  cases: [
    ...asking(Floor, [
      [`filters[${toBuilding}][${toSite}][${name}]=a`, [2]],
      [`filters[${toBuilding}][${toFloors}][id]=3`, [1, 3]],
      [`sort=${toBuilding}.id:desc,id`, [2, 1, 3]],
      [`sort=${toBuilding}.${toSite}.${name},id:desc`, [2, 3, 1]],
      [`sort=${toBuilding}.id,${toBuilding}.${toSite}.${name},${toBuilding}.${toSite}.id,id`, [1, 3, 2]],
    ]),
    ...asking(Building, [
      [`filters[${toFloors}][$count]=2`, [1]],
      [`sort=${toFloors}.id:desc`, [1, 2]],
      [`sort=${toSite}.${name}`, [2, 1]],
    ]),
  ],
};
