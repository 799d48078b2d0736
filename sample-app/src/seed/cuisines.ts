/** A cuisine, from which restaurants' names and menus are drawn. */
export interface Cuisine {
  readonly name: string;
  /** Patterns of its restaurants' names; the owner's name replaces `*`. */
  readonly houses: readonly string[];
  /** Dishes on the menu. */
  readonly dishes: readonly (readonly [name: string, isVegetarian: boolean])[];
}

export const CUISINES: readonly Cuisine[] = [
  {
    name: 'Italian',
    houses: ['Trattoria *', 'Osteria *', 'Da *', 'Casa *'],
    dishes: [
      ['Pizza Margherita', true],
      ['Cacio e pepe', true],
      ['Vitello tonnato', false],
      ['Tiramisù', true],
    ],
  },
  {
    name: 'Thai',
    houses: ['Baan *', '* Thai Kitchen', 'Siam *'],
    dishes: [
      ['Pad thai', false],
      ['Green curry', false],
      ['Som tam', true],
      ['Mango sticky rice', true],
    ],
  },
  {
    name: 'French',
    houses: ['Chez *', 'Café *', 'Bistro *', 'Brasserie *'],
    dishes: [
      ['Crème brûlée', true],
      ['Bœuf bourguignon', false],
      ['Ratatouille', true],
      ['Moules-frites', false],
    ],
  },
  {
    name: 'Japanese',
    houses: ['Izakaya *', 'Sushi *', '* Ramen'],
    dishes: [
      ['Tonkotsu ramen', false],
      ['Nigiri', false],
      ['Agedashi tofu', true],
      ['Matcha ice cream', true],
    ],
  },
  {
    name: 'Mexican',
    houses: ['Taquería *', 'Cantina *', 'El Rincón de *'],
    dishes: [
      ['Tacos al pastor', false],
      ['Chiles rellenos', true],
      ['Mole poblano', false],
      ['Churros', true],
    ],
  },
  {
    name: 'Indian',
    houses: ['* Tandoor', 'Palace of *', 'Spice of *'],
    dishes: [
      ['Butter chicken', false],
      ['Palak paneer', true],
      ['Masala dosa', true],
      ['Lamb rogan josh', false],
    ],
  },
  {
    name: 'Nordic',
    houses: ['*s Kjøkken', 'Sjøhuset *', 'Restaurang *'],
    dishes: [
      ['Smørrebrød', false],
      ['Cured salmon', false],
      ['Root vegetable stew', true],
      ['Cloudberry cream', true],
    ],
  },
  {
    name: 'Spanish',
    houses: ['Bodega *', 'Tapas *', 'Mesón *'],
    dishes: [
      ['Patatas bravas', true],
      ['Paella', false],
      ['Gazpacho', true],
      ['Jamón ibérico', false],
    ],
  },
  {
    name: 'Vegetarian',
    houses: ['* & Greens', 'The Green *', 'Garden of *'],
    dishes: [
      ['Beetroot tartare', true],
      ['Mushroom risotto', true],
      ['Lentil soup', true],
      ['Carrot cake', true],
    ],
  },
];
